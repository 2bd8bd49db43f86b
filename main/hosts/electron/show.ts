import { app, dialog, powerSaveBlocker, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { BridgeEvents } from '#contract/events.ts'
import type { Show, ShowState } from '#contract/live.ts'
import type { App } from '../../core/types.ts'
import type { Speech, Words } from './words.ts'

/** During a show the desk asks before it closes, and keeps the display awake; the end of the process releases it. */
export function watchShow(desk: Promise<App>, speech: Pick<Speech, 'words'>) {
  let show: Show | undefined
  let asking: Promise<boolean> | undefined
  let awake: number | undefined
  let closesFreely = false

  function know(now: Show | undefined): void {
    show = now
    if (show !== undefined) awake ??= powerSaveBlocker.start('prevent-display-sleep')
    else if (awake !== undefined) {
      powerSaveBlocker.stop(awake)
      awake = undefined
    }
  }

  desk.then(
    ({ bridge }) => {
      const read = async () => {
        const answer = await bridge.call('show.get', {})
        if (answer.ok) know((answer.data as ShowState).show)
      }
      bridge.subscribe((event, payload) => {
        if (event === 'show.changed') know((payload as BridgeEvents['show.changed']).show)
        if (event === 'desk.restarted') void read()
      })
      void read()
    },
    () => undefined,
  )

  async function ask({ title }: Show): Promise<boolean> {
    const { response } = await dialog.showMessageBox(question(title, speech.words()))
    return response === 1
  }

  /** True without a show; otherwise asks the person, once at a time. */
  const mayLeave = async (): Promise<boolean> => {
    if (show === undefined) return true
    return await (asking ??= ask(show).finally(() => (asking = undefined)))
  }

  return {
    mayLeave,
    isOn: (): boolean => show !== undefined,
    /** Windows close without being asked about: the person has decided already. */
    closeFreely: (freely: boolean): void => void (closesFreely = freely),
    /** Asks before the window closes; where that quits the desk, the quit asks. */
    guard(window: BrowserWindow): void {
      window.on('close', (event) => {
        if (show === undefined || closesFreely) return
        event.preventDefault()
        if (process.platform !== 'darwin') return app.quit()
        void mayLeave().then((leaves) => leaves && window.destroy())
      })
    },
  }
}

/** Enter and Escape press the button that keeps the desk open. */
const question = (title: string, { leave }: Words): MessageBoxOptions => ({
  type: 'warning',
  title: leave.title,
  message: leave.message(title),
  detail: leave.detail,
  buttons: leave.buttons,
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
