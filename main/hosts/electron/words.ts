// What the shell itself says, in the languages of the page: menus, tray and boxes stand outside of it.
import type { LedgerCounts } from '#contract/models.ts'

const en = {
  file: '&File',
  edit: '&Edit',
  view: '&View',
  window: '&Window',
  help: '&Help',
  undo: 'Undo',
  redo: 'Redo',
  cut: 'Cut',
  copy: 'Copy',
  paste: 'Paste',
  pastePlain: 'Paste as plain text',
  selectAll: 'Select all',
  actualSize: 'Actual size',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  fullScreen: 'Full screen',
  minimize: 'Minimize',
  close: 'Close',
  documentation: 'Documentation',
  firstShow: 'First show in ten steps',
  troubleshooting: 'Troubleshooting',
  keys: 'Running a show, and all keys',
  controlApi: 'Control API',
  about: 'About Showdesk',
  openDesk: 'Open Showdesk',
  openStage: 'Open the stage window',
  quit: 'Quit Showdesk',
  showOn: 'a show is on',
  state: ({ queued, sending, unknown }: LedgerCounts) => [
    ...(sending > 0 ? [`${sending} sending`] : []),
    ...(queued > 0 ? [`${queued} waiting`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
  ],
  leave: {
    title: 'A show is on',
    message: (show: string) => `A show is on: ${show}`,
    detail:
      'Nothing is lost: what is on its way is finished first, and the show is still on when Showdesk opens again. Until then nothing can be seen or sent from here.',
    buttons: ['Keep it open', 'Close it during the show'],
  },
  crashed: {
    title: 'The page keeps ending',
    message: 'The page of Showdesk ended three times within a minute.',
    detail: 'Nothing is lost: what is on its way goes on, and a show stays on. The log says more.',
    buttons: ['Load the page again', 'Close Showdesk'],
  },
  stuck: {
    title: 'The page does not answer',
    message: 'The page of Showdesk does not answer.',
    detail:
      'What is on its way goes on. Loading the page again leads back to this view; text that was not saved yet is lost.',
    buttons: ['Wait', 'Load the page again'],
  },
  failing: {
    title: 'Showdesk ends',
    message: 'Showdesk failed again and again and ends. What is in its profile is safe. Open it anew.',
  },
}
export type Words = typeof en

const es: Words = {
  file: '&Archivo',
  edit: '&Editar',
  view: '&Ver',
  window: 'Ve&ntana',
  help: 'A&yuda',
  undo: 'Deshacer',
  redo: 'Rehacer',
  cut: 'Cortar',
  copy: 'Copiar',
  paste: 'Pegar',
  pastePlain: 'Pegar sin formato',
  selectAll: 'Seleccionar todo',
  actualSize: 'Tamaño real',
  zoomIn: 'Acercar',
  zoomOut: 'Alejar',
  fullScreen: 'Pantalla completa',
  minimize: 'Minimizar',
  close: 'Cerrar',
  documentation: 'Documentación',
  firstShow: 'El primer programa en diez pasos',
  troubleshooting: 'Solución de problemas',
  keys: 'Llevar un programa, y todas las teclas',
  controlApi: 'API de control',
  about: 'Acerca de Showdesk',
  openDesk: 'Abrir Showdesk',
  openStage: 'Abrir la ventana del plató',
  quit: 'Cerrar Showdesk',
  showOn: 'hay un programa en curso',
  state: ({ queued, sending, unknown }) => [
    ...(sending > 0 ? [`${sending} enviándose`] : []),
    ...(queued > 0 ? [`${queued} en espera`] : []),
    ...(unknown > 0 ? [`${unknown} de resultado desconocido`] : []),
  ],
  leave: {
    title: 'Hay un programa en curso',
    message: (show) => `Hay un programa en curso: ${show}`,
    detail:
      'No se pierde nada: lo que está en camino se termina antes, y el programa sigue en curso cuando Showdesk se abre otra vez. Hasta entonces no se puede ver ni enviar nada desde aquí.',
    buttons: ['Dejarlo abierto', 'Cerrarlo durante el programa'],
  },
  crashed: {
    title: 'La página se cierra una y otra vez',
    message: 'La página de Showdesk se cerró tres veces en un minuto.',
    detail: 'No se pierde nada: lo que está en camino sigue, y un programa continúa. El registro dice más.',
    buttons: ['Cargar la página de nuevo', 'Cerrar Showdesk'],
  },
  stuck: {
    title: 'La página no responde',
    message: 'La página de Showdesk no responde.',
    detail:
      'Lo que está en camino sigue. Al cargar la página de nuevo se vuelve a esta vista; el texto que aún no se guardó se pierde.',
    buttons: ['Esperar', 'Cargar la página de nuevo'],
  },
  failing: {
    title: 'Showdesk se cierra',
    message: 'Showdesk falló una y otra vez y se cierra. Lo que hay en su perfil está a salvo. Ábrelo de nuevo.',
  },
}

const languages: Readonly<Record<string, Words>> = { en, es }

export interface Speech {
  words: () => Words
  /** The folder of the help's pages, below `help/`. */
  folder: () => string
  /** `choice` is that of the settings: `system`, or a language. */
  choose: (choice: string) => void
  /** At once, and after each change. */
  follow: (speak: () => void) => void
}

/** Begins with the language of the system. */
export function createSpeech(system: () => string): Speech {
  let choice = 'system'
  const listeners = new Set<() => void>()
  const language = (): string => {
    const [first = 'en'] = (choice === 'system' ? system() : choice).split('-')
    return first in languages ? first : 'en'
  }
  return {
    words: () => languages[language()] ?? en,
    folder: () => (language() === 'en' ? '' : `${language()}/`),
    choose(next) {
      if (next === choice) return
      choice = next
      for (const speak of listeners) speak()
    },
    follow(speak) {
      listeners.add(speak)
      speak()
    },
  }
}
