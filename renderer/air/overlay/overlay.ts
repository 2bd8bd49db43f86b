// The page of a browser source. It shows one kind of overlay, or nothing.
import { connect } from './connect.ts'
import { applyLook, lookOf } from './look.ts'
import { kindOf, secretOf } from './place.ts'
import { createScreen } from './screen.ts'

const { location, navigator } = window
const query = new URLSearchParams(location.search)
const root = document.getElementById('overlay')
const kind = kindOf(location)
const secret = secretOf(location)

document.body.style.margin = '0'
applyLook(document.documentElement, lookOf(query))
if (root !== null && kind !== undefined && secret !== undefined) {
  const screen = createScreen(root, query.get('lang') ?? navigator.language)
  connect({
    address: `ws://${location.host}/bridge`,
    secret,
    kind,
    onFrame: (frame) => (frame === undefined ? screen.clear() : screen.take(frame)),
  })
}
