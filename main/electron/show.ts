import { app, dialog, type BrowserWindow, type MessageBoxOptions } from 'electron'
import type { BridgeEvents } from '#contract/events.ts'
import type { Show, ShowState } from '#contract/live.ts'
import type { App } from '../types.ts'

/** During a show the desk asks before it closes. */
export function watchShow(desk: Promise<App>) {
  let show: Show | undefined
  let asking: Promise<boolean> | undefined

  desk.then(
    ({ bridge }) => {
      const read = async () => {
        const answer = await bridge.call('show.get', {})
        if (answer.ok) show = (answer.data as ShowState).show
      }
      bridge.subscribe((event, payload) => {
        if (event === 'show.changed') show = (payload as BridgeEvents['show.changed']).show
        if (event === 'desk.restarted') void read()
      })
      void read()
    },
    () => undefined,
  )

  async function ask({ title }: Show): Promise<boolean> {
    const { response } = await dialog.showMessageBox(question(title))
    return response === 1
  }

  /** True without a show; otherwise asks the person, once at a time. */
  const mayLeave = async (): Promise<boolean> => {
    if (show === undefined) return true
    return await (asking ??= ask(show).finally(() => (asking = undefined)))
  }

  return {
    mayLeave,
    /** Asks before the window closes; where that quits the desk, the quit asks. */
    guard(window: BrowserWindow): void {
      window.on('close', (event) => {
        if (show === undefined) return
        event.preventDefault()
        if (process.platform !== 'darwin') return app.quit()
        void mayLeave().then((leaves) => leaves && window.destroy())
      })
    },
  }
}

/** Enter and Escape press the button that keeps the desk open. */
const question = (title: string): MessageBoxOptions => ({
  type: 'warning',
  title: 'A show is on',
  message: `A show is on: ${title}`,
  detail:
    'Nothing is lost: what is on its way is finished first, and the show is still on when the desk opens again. Until then nothing can be seen or sent from here.',
  buttons: ['Keep the desk open', 'Close it during the show'],
  defaultId: 0,
  cancelId: 0,
  noLink: true,
})
