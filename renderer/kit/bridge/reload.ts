// After a restore the page holds data of another profile database and has to start anew.

const againMs = 1_000

/** Reloads the page. Whoever has unsaved text cancels `desk:before-reload`; then it tries again a second later. */
export function reloadDesk(view: Window): void {
  if (view.dispatchEvent(new Event('desk:before-reload', { cancelable: true }))) view.location.reload()
  else view.setTimeout(() => reloadDesk(view), againMs)
}
