// After a restore another profile database is open and whatever this page holds is out of date: it starts anew.

const againMs = 1_000

/** Reloads the page. Who still holds unsaved text, or an answer to be read, cancels `desk:before-reload` and is asked again a second later. */
export function reloadDesk(view: Window): void {
  if (view.dispatchEvent(new Event('desk:before-reload', { cancelable: true }))) view.location.reload()
  else view.setTimeout(() => reloadDesk(view), againMs)
}
