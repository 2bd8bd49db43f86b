import { changesAnything } from '../maintenance/profile-file.ts'
import type { HandlersOf, Services } from './handlers.ts'
import type { Tasks } from './tasks.ts'

export function transferHandlers({ transfers }: Services): HandlersOf<'transfers'> {
  return {
    'transfers.begin': ({ name }) => transfers.begin(name),
    'transfers.append': ({ id, offset, text }) => transfers.append(id, offset, text),
    'transfers.read': ({ id, offset }) => transfers.read(id, offset),
    'transfers.end': ({ id }) => {
      transfers.end(id)
      return {}
    },
  }
}

export function profileFileHandlers({ profileFile, restart }: Services, tasks: Tasks): HandlersOf<'profile'> {
  return {
    'profile.export': () => profileFile.export(),
    'profile.preview': ({ transfer, task }) => tasks.run(task, (reading) => profileFile.preview(transfer, reading)),
    'profile.import': async ({ transfer, kinds, task }) => {
      const result = await tasks.run(task, (reading) => profileFile.import(transfer, kinds, reading))
      // The desk's memory is out of date now. The import counts even if the desk does not open again.
      return changesAnything(result)
        ? restart(() => Promise.resolve({ value: result, undo: () => Promise.resolve() }))
        : result
    },
  }
}

export function diagnosticsHandlers({ diagnostics }: Services): HandlersOf<'diagnostics'> {
  return {
    'diagnostics.log': (input) => diagnostics.log(input),
    'diagnostics.export': () => diagnostics.export(),
  }
}
