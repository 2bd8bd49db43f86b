const name = 'showdesk-stage'

/** Opens the stage in a window of its own, or brings the open one to the front. False where the browser blocks it. */
export function openStageWindow(view: Window): boolean {
  const opened = view.open('', name, 'popup,width=1280,height=720')
  if (opened === null) return false
  const address = new URL('#/stage', view.location.href).href
  // Loading the open one again would blank it in front of the person.
  if (opened.location.href !== address) opened.location.replace(address)
  opened.focus()
  return true
}
