import { ref } from 'vue'

const paletteOpen = ref(false)
const shortcutsOpen = ref(false)
const stageOpen = ref(false)
const showPane = ref<'show' | 'reports'>()

export function useFrame() {
  return { paletteOpen, shortcutsOpen, stageOpen, showPane }
}
