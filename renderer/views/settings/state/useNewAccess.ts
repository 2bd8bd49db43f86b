// The form of a new access: what for, its name, its environment, and what it may run.
import { computed, reactive, watch } from 'vue'
import { useI18n } from 'vue-i18n'
import type { GrantInput } from '#contract/access.ts'
import { commandNames, type CommandName } from '#contract/access-kinds.ts'
import type { EnvironmentId } from '#contract/models.ts'
import { panelCommands, type DockPanel } from '#contract/docks.ts'
import { freeName } from '#kit/composables/free-name.ts'
import { useAccess } from '#kit/stores/access.ts'
import { inputOf, runsCommands, usualMode, type CommandMode, type Purpose } from '../model/purposes.ts'

export function useNewAccess(environment: EnvironmentId) {
  const { t } = useI18n()
  const access = useAccess()
  const form = reactive<{
    purpose: Purpose
    panel: DockPanel
    name: string
    environment: EnvironmentId
    commands: CommandName[]
    mode: CommandMode
  }>({ purpose: 'dock', panel: 'live', name: '', environment, commands: [...panelCommands.live], mode: 'fire' })

  /** The commands that this purpose can have, in the order of the list. */
  const offered = computed<readonly CommandName[]>(() => {
    if (form.purpose === 'dock') return panelCommands[form.panel]
    return form.purpose === 'controller' ? commandNames : []
  })
  const usualName = computed(() =>
    freeName(
      form.purpose === 'dock' ? t(`access.panelName.${form.panel}`) : t(`access.purpose.${form.purpose}.name`),
      access.names,
    ),
  )
  watch(
    () => [form.purpose, form.panel],
    () => {
      form.commands = [...offered.value]
      form.mode = usualMode(form.purpose)
    },
  )

  return {
    form,
    offered,
    /** What it is called while no name was typed. */
    usualName,
    commandsAsked: computed(() => form.purpose !== 'overlay' && runsCommands({ ...form, purpose: form.purpose })),
    toggle: (command: CommandName): void => {
      form.commands = offered.value.filter((one) => form.commands.includes(one) !== (one === command))
    },
    /** Undefined while something is missing. */
    input: computed<GrantInput | undefined>(() => {
      const { purpose } = form
      if (purpose === 'overlay' || (purpose === 'controller' && form.commands.length === 0)) return undefined
      return inputOf({ ...form, purpose, name: form.name.trim() === '' ? usualName.value : form.name })
    }),
  }
}
