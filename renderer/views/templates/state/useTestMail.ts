import { computed, ref, shallowRef } from 'vue'
import { asDeskError, type DeskError } from '#contract/errors.ts'
import type { ExportedFile } from '#contract/draft.ts'
import { longestTestMail } from '#contract/mail.ts'
import { saveFile } from '#kit/composables/files.ts'
import { useDesk } from '#kit/stores/desk.ts'
import { openTestMail } from '#writing/stores/mail.ts'
import { sampleData } from '../model/samples.ts'
import type { Samples, Template } from '../model/types.ts'

/** The template with its sample values as a message: opened in the mail program by the app, saved by a browser. */
export function useTestMail(read: () => { template: Template; samples: Samples; sections: boolean }) {
  const desk = useDesk()
  const busy = ref(false)
  const done = ref<'opened' | 'saved'>()
  const error = shallowRef<DeskError>()
  /** Where the host is not known yet, saving always works. */
  const opens = computed(() => desk.info?.host === 'electron')

  async function message(): Promise<ExportedFile> {
    const { template, samples, sections } = read()
    const { testMail } = await import('../model/test-mail.ts')
    if (!sections) return testMail(template, samples, Date.now())
    const { fillSections } = await import('../model/sections.ts')
    const { filled } = fillSections(template, sampleData(template.variables, samples))
    return testMail(template, samples, Date.now(), filled)
  }

  async function run(how: 'open' | 'save'): Promise<void> {
    if (busy.value) return
    busy.value = true
    done.value = undefined
    error.value = undefined
    try {
      const file = await message()
      if (how === 'open' && file.text.length <= longestTestMail) {
        await openTestMail(file.name, file.text)
        done.value = 'opened'
      } else {
        saveFile(file)
        done.value = 'saved'
      }
    } catch (thrown) {
      error.value = asDeskError(thrown)
    } finally {
      busy.value = false
    }
  }

  return {
    opens,
    busy,
    done,
    error,
    make: () => run(opens.value ? 'open' : 'save'),
    save: () => run('save'),
    forget(): void {
      done.value = undefined
      error.value = undefined
    },
  }
}

export type TestMail = ReturnType<typeof useTestMail>
