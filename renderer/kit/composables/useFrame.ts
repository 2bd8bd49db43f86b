import { ref } from 'vue'

const paletteOpen = ref(false)
const shortcutsOpen = ref(false)
/** What Help shows: the desk's own texts, or where the tour is. */
export type HelpPane = 'guides' | 'news' | 'tour'
const helpPane = ref<HelpPane>()
const stageOpen = ref(false)
const showPane = ref<'show' | 'reports'>()

export function useFrame() {
  return { paletteOpen, shortcutsOpen, stageOpen, showPane, helpPane }
}
