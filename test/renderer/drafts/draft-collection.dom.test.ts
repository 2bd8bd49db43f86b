import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, vi } from 'vitest'
import { DeskError } from '#contract/errors.ts'
import PublishingView from '../../../renderer/views/publishing/PublishingView.vue'
import TemplatesView from '../../../renderer/views/templates/TemplatesView.vue'
import { eventDraft } from '../publishing/desk.ts'
import { giveSizes } from '../support/layout.ts'
import { mountOnDesk, type Mounted } from '../support/mount.ts'

giveSizes(600, 320)

// The analysis of a template is another test's, and the window of this one starts no workers.
vi.mock('../../../renderer/views/templates/model/analyser.ts', () => ({
  createAnalyser: () => ({ update: () => 0, opened() {}, stop() {} }),
}))

const views = [
  { view: PublishingView as unknown, path: '/publishing', parameter: 'event' },
  { view: TemplatesView as unknown, path: '/templates', parameter: 'draft' },
] as const

const ids = ['one', 'two']
async function open({ view, path, parameter }: (typeof views)[number], id: string | undefined): Promise<Mounted> {
  const desk = await mountOnDesk(
    view,
    {},
    {
      at: id === undefined ? path : `${path}?${parameter}=${id}`,
      prepare({ drafts }) {
        for (const [index, id] of ids.entries())
          drafts.drafts.set(id, {
            id,
            createdAt: '2026-11-20T19:00:00.000Z',
            links: {},
            sends: [],
            revisions: [
              {
                revision: 1,
                at: `2026-11-20T19:0${index}:00.000Z`,
                content: {
                  ...eventDraft(`Number ${id}`),
                  ...(path === '/templates'
                    ? { operation: 'POST /api/marketing/template/create', body: { name: `Number ${id}` } }
                    : {}),
                },
              },
            ],
          })
      },
    },
  )
  await flushPromises()
  return desk
}
const address = ({ router }: Mounted): string => router.currentRoute.value.fullPath
const row = ({ wrapper }: Mounted, id: string, action: string): Promise<unknown> =>
  wrapper.find(`li:has([data-draft="${id}"]) [data-${action}]`).trigger('click').then(flushPromises)
const isListed = ({ wrapper }: Mounted, id: string): boolean => wrapper.find(`[data-draft="${id}"]`).exists()
const undo = ({ wrapper }: Mounted) => wrapper.find('[data-undo]')

describe.each(views)('the drafts of $path', (place) => {
  // A removal without a way back is work lost by a slip, and a form whose draft is gone would be saved nowhere.
  it('closes the draft that is removed, and opens it again where that is undone', async () => {
    const desk = await open(place, 'two')
    await row(desk, 'two', 'remove')
    expect([address(desk), isListed(desk, 'two'), undo(desk).exists()]).toEqual([place.path, false, true])
    expect(desk.wrapper.find('[role="status"]:has([data-undo])').text()).toContain('Number two')
    await undo(desk).trigger('click')
    await flushPromises()
    expect([address(desk), isListed(desk, 'two'), undo(desk).exists()]).toEqual([
      `${place.path}?${place.parameter}=two`,
      true,
      false,
    ])
  })

  // Another draft's removal must not close what is being written.
  it('leaves the open draft alone where another is removed', async () => {
    const desk = await open(place, 'one')
    await row(desk, 'two', 'remove')
    await expect
      .poll(() => [address(desk), isListed(desk, 'two')])
      .toEqual([`${place.path}?${place.parameter}=one`, false])
  })

  // From the bin a draft comes back opened, or goes for good.
  it('restores from the bin and deletes from it', async () => {
    const desk = await open(place, undefined)
    for (const id of ids) await row(desk, id, 'remove')
    await desk.wrapper.find('[data-bin]').trigger('click')
    await flushPromises()
    await row(desk, 'one', 'restore')
    await row(desk, 'two', 'destroy')
    // Never one press away.
    expect([...desk.bridge.drafts.drafts.keys()]).toContain('two')
    const confirm = (): void => document.querySelector<HTMLElement>('[role="dialog"] [data-confirm]')?.click()
    confirm()
    await flushPromises()
    confirm()
    await flushPromises()
    expect([...desk.bridge.drafts.drafts.keys()]).toEqual(expect.arrayContaining(['one']))
    expect([...desk.bridge.drafts.drafts.keys()]).not.toContain('two')
    await expect
      .poll(() => [address(desk), isListed(desk, 'two')])
      .toEqual([`${place.path}?${place.parameter}=one`, false])
  })

  // A refusal must be said where the person looks, and nothing may seem to be gone.
  it('says why a removal did not happen', async () => {
    const desk = await open(place, undefined)
    desk.bridge.answer('drafts.remove', () => {
      throw new DeskError('storage_full', 'The disk is full.')
    })
    await row(desk, 'two', 'remove')
    expect([isListed(desk, 'two'), undo(desk).exists()]).toEqual([true, false])
    expect(desk.wrapper.find('[data-error-code="storage_full"]').exists()).toBe(true)
  })

  // A copy that is not opened would be edited nowhere, and the first one by mistake.
  it('opens a new draft and a copy', async () => {
    const desk = await open(place, 'one')
    await row(desk, 'one', 'duplicate')
    const copy = address(desk)
    expect(copy).toMatch(new RegExp(`^${place.path}\\?${place.parameter}=(?!one$)`))
    await desk.wrapper.find('[data-create]').trigger('click')
    await flushPromises()
    expect(address(desk)).toMatch(new RegExp(`^${place.path}\\?${place.parameter}=`))
    expect(address(desk)).not.toBe(copy)
  })

  // The address is what a reload opens: it must name what is on screen.
  it('follows the address', async () => {
    const desk = await open(place, 'one')
    await desk.router.push(`${place.path}?${place.parameter}=two`)
    await flushPromises()
    const read = desk.bridge.requests.filter(({ method }) => method === 'drafts.get').map(({ params }) => params)
    expect(read).toMatchObject([{ id: 'one' }, { id: 'two' }])
  })
})

// What could not be saved stays on screen, and an address that names another draft would load that one over it.
it('puts the address back where the open draft can not be saved', async () => {
  const desk = await open(views[0], 'one')
  await desk.wrapper.find('[data-field="details.title"] input').setValue('Number three')
  desk.bridge.answer('drafts.save', () => {
    throw new DeskError('storage_full', 'The disk is full.')
  })
  await desk.router.push('/publishing?event=two')
  await expect.poll(() => address(desk)).toBe('/publishing?event=one')
})
