import { defined } from '#contract/defined.ts'
import { describeOperations } from '../platform/catalog/index.ts'
import type { HandlersOf, Services } from './handlers.ts'

export function catalogHandlers(): Pick<HandlersOf<'catalog'>, 'catalog.list'> {
  return { 'catalog.list': () => ({ operations: describeOperations() }) }
}

export function environmentHandlers({ environments, rehearsal, atRest }: Services): HandlersOf<'environments'> {
  return {
    'environments.list': () => ({ environments: environments.list() }),
    'environments.configure': async ({ id, baseUrl }) => {
      atRest.refuse(baseUrl, 'baseUrl')
      environments.configure(id, baseUrl)
      await rehearsal.follow()
      return environments.get(id)
    },
    'environments.select': async ({ id }) => {
      environments.select(id)
      await rehearsal.follow()
      return environments.get(id)
    },
  }
}

export function credentialHandlers({ credentials, origins, encoders }: Services): HandlersOf<'credentials'> {
  return {
    'credentials.status': ({ environment }) => credentials.status(environment),
    'credentials.save': (input) => {
      if (input.credential === 'apiKey')
        return credentials.save(input.environment, { scheme: 'apiKey', apiKey: input.value })
      const { token, accountId, sessionId } = input.value
      return credentials.save(input.environment, {
        scheme: 'session',
        token,
        ...defined({ accountId, sessionId }),
      })
    },
    'credentials.remove': ({ environment, credential }) => credentials.remove(environment, credential),
    'credentials.unlock': async ({ environment }) => {
      const status = await credentials.unlock(environment)
      encoders.unlocked()
      return status
    },
    'credentials.confirm': async ({ environment, origin }) => {
      await origins.confirm(environment, origin)
      return credentials.status(environment)
    },
  }
}

export function rehearsalHandlers({ rehearsal }: Services): HandlersOf<'rehearsal'> {
  return {
    'rehearsal.faults': () => rehearsal.state(),
    'rehearsal.setFault': ({ fault, on }) => rehearsal.setFault(fault, on),
    'rehearsal.reset': () => rehearsal.reset(),
  }
}

export function settingsHandlers({ settings, events, environments, watching }: Services): HandlersOf<'settings'> {
  return {
    'settings.get': () => settings.get(),
    'settings.update': (change) => {
      const next = settings.update(change)
      events.emit('settings.changed', next)
      // Another scheme may reach what the last one could not.
      if (change.authOverrides !== undefined) watching.credentialsChanged(environments.selected())
      return next
    },
  }
}

export function profileHandlers({ profiles, events, origins, hasSecrets }: Services): HandlersOf<'profiles'> {
  const changed = () => events.emit('profiles.changed', { profiles: profiles.list() })
  return {
    'profiles.list': () => ({ profiles: profiles.list() }),
    'profiles.save': async (input) => {
      const hadSecrets = await hasSecrets(input.environment)
      const saved = await profiles.save(input)
      changed()
      if (Object.values(saved.secrets).some((secret) => secret !== null))
        await origins.saved(saved.environment, hadSecrets)
      return saved
    },
    'profiles.remove': async ({ id }) => {
      await profiles.remove(id)
      changed()
      return {}
    },
  }
}

export function platformNameHandlers({ platformNames }: Services): HandlersOf<'platforms'> {
  return {
    'platforms.get': ({ environment }) => platformNames.get(environment),
    'platforms.save': ({ environment, ...names }) => platformNames.save(environment, names),
  }
}
