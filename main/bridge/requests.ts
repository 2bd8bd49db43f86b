import type { HandlersOf, Services } from './handlers.ts'

export function requestHandlers({ requests, answers }: Services): HandlersOf<'requests' | 'answers'> {
  return {
    'requests.read': ({ press, ...request }) => requests.read(request, press),
    'requests.cancel': ({ press }) => {
      requests.cancel(press)
      return {}
    },
    'requests.ofIntent': ({ id }) => requests.ofIntent(id),
    'answers.part': ({ id, from, length }) => answers.part(id, from, length),
  }
}
