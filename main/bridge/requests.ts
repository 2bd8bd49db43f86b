import type { Answers, Requests } from '../requests/index.ts'
import type { HandlersOf } from './handlers.ts'

export interface RequestServices {
  requests: Requests
  answers: Answers
}

export function requestHandlers({ requests, answers }: RequestServices): HandlersOf<'requests' | 'answers'> {
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
