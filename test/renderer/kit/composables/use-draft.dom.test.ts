import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import type { Draft, DraftContent } from '#contract/draft.ts'
import { DeskError } from '#contract/errors.ts'
import { contentOf } from '../../../../renderer/writing/draft/draft-content.ts'
import type { LoadReason } from '../../../../renderer/writing/revisions/types.ts'
import { useDraft, type DraftEditor } from '../../../../renderer/writing/draft/useDraft.ts'
import type { MemoryBridge } from '../../support/memory-bridge.ts'
import { mountOnDesk, type Mounted } from '../../support/mount.ts'

const id = 'draft-3'

interface Desk extends Mounted {
  editor: DraftEditor
  loads: LoadReason[]
  content: () => DraftContent | undefined
  type: (title: string) => void
  saves: () => Array<Record<string, unknown>>
  kept: () => string | undefined
}

async function desk(prepare: (bridge: MemoryBridge) => void = () => {}): Promise<Desk> {
  let editor: DraftEditor | undefined
  let content: DraftContent | undefined
  const loads: LoadReason[] = []
  const Form = defineComponent(() => {
    editor = useDraft({
      read: () => content,
      load(draft: Draft | undefined, why) {
        loads.push(why)
        content = draft && contentOf(draft)
      },
    })
    return () => h('p')
  })
  const mounted = await mountOnDesk(Form, {}, { prepare })
  if (editor === undefined) throw new Error('The form was not mounted.')
  const opened = editor
  await opened.open(id)
  await flushPromises()
  return {
    ...mounted,
    editor: opened,
    loads,
    content: () => content,
    type(title) {
      if (content !== undefined) content = { ...content, title }
      opened.touch()
    },
    saves: () =>
      mounted.bridge.requests
        .filter(({ method }) => method === 'drafts.save')
        .map(({ params }) => params as Record<string, unknown>),
    kept: () => mounted.bridge.drafts.drafts.get(id)?.revisions.at(-1)?.content.title,
  }
}

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }))
afterEach(() => void vi.useRealTimers())
const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms)

describe('saving', () => {
  // The promise of the page: saved 300 ms after the last key, on the revision that was read.
  it('saves with the revision it started from', async () => {
    const { type, saves, editor, kept } = await desk()
    type('One')
    await pass(200)
    type('One two')
    expect(editor.state.value).toBe('pending')
    await pass(300)
    expect(saves()).toMatchObject([{ id, baseRevision: 1, title: 'One two' }])
    expect([editor.state.value, kept(), editor.draft.value?.revision]).toEqual(['saved', 'One two', 2])
  })

  // The echo of a save must not put the text back that was saved while the person types on.
  it('does not load its own saves', async () => {
    const { type, loads, bridge, editor } = await desk()
    type('One')
    await editor.flush()
    await flushPromises()
    const reads = bridge.requests.filter(({ method }) => method === 'drafts.get').length
    expect([loads, reads]).toEqual([['opened'], 1])
  })

  // An answer that got lost must not become a conflict with oneself, nor may what was typed since be lost.
  it('repeats a save whose answer was lost, then saves what was typed since', async () => {
    const { type, saves, editor, kept, bridge } = await desk()
    let lost = true
    bridge.answer('drafts.save', (params) => {
      if (!lost) return undefined
      lost = false
      bridge.drafts.handlers['drafts.save'](params as never)
      throw new DeskError('unreachable', 'The link dropped.', { operation: 'drafts.save' })
    })
    type('One')
    await pass(300)
    expect(editor.state.value).toBe('failed')
    type('Two')
    await pass(300)
    await flushPromises()
    expect(saves().map(({ baseRevision, title }) => [baseRevision, title])).toEqual([
      [1, 'One'],
      [1, 'One'],
      [2, 'Two'],
    ])
    expect([editor.state.value, editor.conflict.value, kept()]).toEqual(['saved', undefined, 'Two'])
  })

  // A hidden or closing window must not take the last words with it.
  it('flushes on hide and pagehide', async () => {
    const { type, kept } = await desk()
    type('Hidden')
    window.dispatchEvent(new Event('pagehide'))
    await flushPromises()
    expect(kept()).toBe('Hidden')
    type('Hidden again')
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await flushPromises()
    expect(kept()).toBe('Hidden again')
  })

  // A window that closes over unsaved text loses it; one that asks when all is saved teaches people to click the question away.
  it('holds the window only while something is unsaved, and in Electron closes it then', async () => {
    const { type, kept, wrapper } = await desk((bridge) => {
      bridge.answer('desk.info', () => ({
        name: 'Showdesk',
        version: '1',
        host: 'electron',
        platform: 'linux',
        node: '24',
        profile: '/p',
        environment: 'rehearsal',
        connection: { environment: 'rehearsal', state: 'reachable', since: '', sending: 'on', probing: 'on' },
        gates: [],
        counts: { queued: 0, sending: 0, accepted: 0, unknown: 0 },
        keychain: { backend: 'memory' },
        notices: [],
        startedAt: '',
      }))
    })
    const close = vi.spyOn(window, 'close').mockImplementation(() => {})
    const leave = (name: string): boolean => {
      const event = new Event(name, { cancelable: true })
      window.dispatchEvent(event)
      return !event.defaultPrevented
    }
    expect([leave('beforeunload'), leave('desk:before-reload')]).toEqual([true, true])
    type('Last words')
    expect(leave('beforeunload')).toBe(false)
    await flushPromises()
    expect([kept(), close.mock.calls.length, leave('beforeunload')]).toEqual(['Last words', 1, true])
    type('And more')
    expect(leave('desk:before-reload')).toBe(false)
    await flushPromises()
    expect(leave('desk:before-reload')).toBe(true)
    wrapper.unmount()
  })

  // Leaving for another view with a full disk would drop the text; a person must be able to leave all the same.
  it('stays where the save fails until the person gives it up', async () => {
    const { type, router, editor, bridge, kept } = await desk()
    const before = kept()
    bridge.answer('drafts.save', () => {
      throw new DeskError('storage_full', 'The disk is full.')
    })
    type('Nowhere')
    await router.push('/activity')
    expect([router.currentRoute.value.path, editor.leaveRefused.value, editor.error.value?.code]).toEqual([
      '/',
      true,
      'storage_full',
    ])
    expect(await editor.open('draft-4')).toBe(false)
    await router.push('/activity')
    editor.discard()
    await flushPromises()
    expect([router.currentRoute.value.path, editor.state.value, kept()]).toEqual(['/activity', 'saved', before])
  })
})

describe('elsewhere', () => {
  // A second window must show what the first one wrote, but never under the fingers of someone who writes.
  it('shows a change from elsewhere only where nothing is unsaved', async () => {
    const { bridge, content, loads, type, editor } = await desk()
    bridge.drafts.saveElsewhere(id, { title: 'Theirs' })
    await flushPromises()
    expect([content()?.title, loads.at(-1), editor.draft.value?.revision]).toEqual(['Theirs', 'elsewhere', 2])
    type('Mine')
    bridge.drafts.saveElsewhere(id, { title: 'Theirs again' })
    await flushPromises()
    expect(content()?.title).toBe('Mine')
  })

  // The heart of it: a stale save is refused, both texts are there, and nothing is overwritten before a choice.
  it('meets a conflict, keeps mine on screen and saves nothing until it is resolved', async () => {
    const { bridge, type, editor, saves, content, kept } = await desk()
    type('Mine')
    bridge.drafts.saveElsewhere(id, { title: 'Theirs' })
    await pass(300)
    await flushPromises()
    expect(editor.conflict.value).toMatchObject({
      mine: { title: 'Mine' },
      theirs: { title: 'Theirs', revision: 2 },
      base: { title: '' },
    })
    type('Mine, more')
    await pass(60_000)
    expect(await editor.flush()).toBe(false)
    expect([saves().length, kept(), content()?.title, editor.state.value]).toEqual([
      1,
      'Theirs',
      'Mine, more',
      'failed',
    ])
    await editor.resolve('mine')
    expect([editor.conflict.value, editor.state.value, kept(), bridge.drafts.drafts.get(id)?.revisions.length]).toEqual(
      [undefined, 'saved', 'Mine, more', 3],
    )
  })

  it('takes theirs, or a text put together from both', async () => {
    const { bridge, type, editor, content, kept, loads } = await desk()
    type('Mine')
    bridge.drafts.saveElsewhere(id, { title: 'Theirs' })
    await editor.flush()
    await editor.resolve('theirs')
    expect([content()?.title, editor.state.value, loads.at(-1), kept()]).toEqual([
      'Theirs',
      'saved',
      'resolved',
      'Theirs',
    ])
    type('Mine')
    bridge.drafts.saveElsewhere(id, { title: 'Theirs again' })
    await editor.flush()
    await editor.resolve(new Map([['["title"]', { value: 'Of both' }]]))
    expect([kept(), content()?.title]).toEqual(['Of both', 'Of both'])
  })

  // Catches a question about what does not collide, and a text of either side that is lost without one.
  it('brings together what both windows wrote in different fields', async () => {
    const { bridge, type, editor, content, loads } = await desk()
    type('Mine')
    bridge.drafts.saveElsewhere(id, { notes: 'Their notes', tags: ['theirs'] })
    await editor.flush()
    expect([editor.conflict.value, editor.state.value, editor.merged.value, loads.at(-1)]).toEqual([
      undefined,
      'saved',
      1,
      'merged',
    ])
    const both = { title: 'Mine', notes: 'Their notes', tags: ['theirs'] }
    expect(content()).toMatchObject(both)
    expect(bridge.drafts.drafts.get(id)?.revisions.at(-1)?.content).toMatchObject(both)
  })

  // Two windows that wrote the same have nothing to decide.
  it('is no conflict where both wrote the same', async () => {
    const { bridge, type, editor } = await desk()
    type('Same')
    bridge.drafts.saveElsewhere(id, { title: 'Same' })
    await editor.flush()
    expect([editor.conflict.value, editor.state.value]).toEqual([undefined, 'saved'])
  })

  // A draft deleted under the fingers must neither vanish from the screen nor count as saved.
  it('keeps the text of a removed draft and brings it back', async () => {
    const { bridge, type, editor, content } = await desk()
    bridge.drafts.handlers['drafts.remove']({ id })
    await flushPromises()
    expect([editor.removed.value, content()?.operation]).toEqual(['bin', 'POST /api/polls/vote/cast'])
    await editor.restore()
    expect(editor.removed.value).toBeUndefined()
    bridge.drafts.handlers['drafts.remove']({ id, forever: true })
    await flushPromises()
    expect([editor.removed.value, editor.state.value]).toEqual(['gone', 'failed'])
    type('Still here')
    await editor.restore()
    const made = editor.draft.value
    expect([made?.id === id, made?.title, editor.state.value, editor.removed.value]).toEqual([
      false,
      'Still here',
      'saved',
      undefined,
    ])
  })

  // Events that a lost link swallowed must be made up for.
  it('reads again when the link is back', async () => {
    const { bridge, content } = await desk()
    bridge.setLink('lost')
    const kept = bridge.drafts.drafts.get(id)
    const last = kept?.revisions.at(-1)
    if (last === undefined) throw new Error('There should be a revision.')
    kept?.revisions.push({ ...last, revision: last.revision + 1, content: { ...last.content, title: 'While away' } })
    bridge.setLink('open')
    await flushPromises()
    expect(content()?.title).toBe('While away')
  })
})

describe('undo', () => {
  // Undo must reach what was saved before a restart: it lives in the revisions, not in the page.
  it('walks through the revisions', async () => {
    const { editor, content, loads, type } = await desk()
    await editor.open('draft-refund')
    await flushPromises()
    expect([editor.canUndo.value, editor.canRedo.value]).toEqual([true, false])
    await editor.undo()
    await editor.undo()
    expect([content()?.body, loads.at(-1)]).toEqual([{ chargeId: 'ch_1', amount: 1200, currency: 'EUR' }, 'reverted'])
    await editor.redo()
    expect(content()?.tags).toEqual(['night show', 'refunds'])
    type('Edited')
    await editor.undo()
    expect([content()?.title, editor.canRedo.value]).toEqual(['Refund for the late doors', true])
  })
})

describe('undo of what was made elsewhere', () => {
  // Catches an undo that takes back what others wrote since, and one that forgets what it took back.
  it('takes back what was changed here first, and leaves what came since', async () => {
    const { editor, bridge, type } = await desk()
    const now = () => bridge.drafts.drafts.get(id)?.revisions.at(-1)?.content
    type('Mine')
    await editor.flush()
    bridge.drafts.saveElsewhere(id, { notes: 'Theirs' })
    await flushPromises()
    await editor.pressUndo()
    expect([now(), editor.foreign.value]).toMatchObject([{ title: '', notes: 'Theirs' }, undefined])
    await editor.pressUndo()
    expect([now(), editor.foreign.value]).toMatchObject([{ title: '', notes: 'Theirs' }, { revision: 3 }])
    await editor.pressUndo()
    expect(now()).toMatchObject({ title: '', notes: '' })
    await editor.redo()
    await editor.redo()
    expect(now()).toMatchObject({ title: 'Mine', notes: 'Theirs' })
    expect(editor.canRedo.value).toBe(false)
  })

  // Catches an undo that takes back another window's text, which nobody is told of.
  it('names it first, and takes back at once what was made here', async () => {
    const { editor, bridge, type, kept } = await desk()
    type('Mine')
    await editor.flush()
    bridge.drafts.saveElsewhere(id, { title: 'Theirs' })
    await flushPromises()
    await editor.pressUndo()
    expect([kept(), editor.foreign.value?.revision]).toEqual(['Theirs', 3])
    await editor.pressUndo()
    expect([kept(), editor.foreign.value]).toEqual(['Mine', undefined])
    // This one was made here.
    await editor.pressUndo()
    expect([kept(), editor.foreign.value]).toEqual(['', undefined])
    await editor.redo()
    expect(kept()).toBe('Mine')
  })

  // Catches a name that stays beside another text, and a press that takes back what was never named.
  it('names again what came after the first press', async () => {
    const { editor, bridge, kept, type } = await desk()
    bridge.drafts.saveElsewhere(id, { title: 'Theirs' })
    await flushPromises()
    await editor.pressUndo()
    bridge.drafts.saveElsewhere(id, { title: 'Theirs, later' })
    await flushPromises()
    expect(editor.foreign.value).toBeUndefined()
    await editor.pressUndo()
    expect([kept(), editor.foreign.value?.revision]).toEqual(['Theirs, later', 3])
    type('Typed on')
    await flushPromises()
    expect(editor.foreign.value).toBeUndefined()
  })
})

describe('making', () => {
  // A create whose answer was lost and that is tried again must not leave two drafts.
  it('makes one draft out of two tries', async () => {
    const { editor, bridge, content } = await desk()
    const before = bridge.drafts.drafts.size
    let lost = true
    bridge.answer('drafts.save', (params) => {
      if (!lost) return undefined
      lost = false
      bridge.drafts.handlers['drafts.save'](params as never)
      throw new DeskError('unreachable', 'The link dropped.', { operation: 'drafts.save' })
    })
    const fresh = { ...(content() as DraftContent), title: 'Fresh' }
    await expect(editor.create(fresh)).rejects.toMatchObject({ code: 'unreachable' })
    const made = await editor.create(fresh)
    expect([bridge.drafts.drafts.size, editor.draft.value?.id, content()?.title]).toEqual([before + 1, made, 'Fresh'])
  })

  it('says why a draft can not be opened', async () => {
    const { editor, content } = await desk()
    expect(await editor.open('nowhere')).toBe(false)
    expect([editor.openError.value?.code, editor.draft.value, content()]).toEqual([
      'not_found_here',
      undefined,
      undefined,
    ])
  })
})
