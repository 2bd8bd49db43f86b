import { expect, test } from 'vitest'
import { defineComponent, h } from 'vue'
import { useCheckText, useEvidenceText, useNoticeText } from '../../../../renderer/kit/composables/useEvidenceText.ts'
import { mountOnDesk } from '../../support/mount.ts'

async function texts() {
  let evidence: ReturnType<typeof useEvidenceText> = () => ''
  let check: ReturnType<typeof useCheckText> = () => ''
  let notice: ReturnType<typeof useNoticeText> = () => ''
  const Probe = defineComponent(() => {
    evidence = useEvidenceText()
    check = useCheckText()
    notice = useNoticeText()
    return () => h('p')
  })
  await mountOnDesk(Probe, {})
  return { evidence, check, notice }
}

// Catches evidence without its facts, its error, the platform's words or what follows, and a row of an earlier version without its text.
test('evidence is told from its code and facts', async () => {
  const { evidence } = await texts()
  expect(evidence({ code: 'sent_again', facts: { attempt: 3 } })).toBe('Sent again, attempt 3.')
  expect(
    evidence({ code: 'not_sent', facts: { code: 'cancelled', reason: 'waited_too_long', waitedMs: 20_000 } }),
  ).toContain('It waited too long for its turn (20 s)')
  expect(evidence({ code: 'lost', facts: { code: 'unknown_outcome' }, note: 'no room' })).toBe(
    "It was sent, but the answer didn't arrive. “no room”",
  )
  expect(evidence({ code: 'created_absent', facts: { next: 'decide_absent' } })).toMatch(
    /^No record has this content\..* Send it again or mark it as rejected\.$/,
  )
  expect(evidence({ note: 'The platform confirmed it.' })).toBe('The platform confirmed it.')
})

// Catches a check that does not say every number that it was judged by.
test('a check before a show is told from its code and facts', async () => {
  const { check } = await texts()
  expect(check({ code: 'queue', facts: { unknown: 2, leaving: 1, held: 0, sending: 0, paused: true } })).toBe(
    'The outcome of 2 changes is unknown. One queued change would be sent when you resume sending.',
  )
  expect(
    check({
      code: 'credentials',
      facts: {
        environment: 'production',
        kinds: ['apiKey', 'session'],
        found: ['no_longer', 'absent'],
        keychain: ['locked', 'absent'],
        operations: ['200', '2'],
      },
    }),
  ).toBe(
    'The API key is in memory, but the keychain is locked. It is lost when the computer locks or sleeps. ' +
      'There is no session for Production. 2 operations need it.',
  )
  expect(check({ code: 'failed', facts: { code: 'storage_full' } })).toBe('The check failed. The disk is full.')
  expect(check({ code: 'drafts_saved', facts: { n: 1 } })).toBe('The draft is saved.')
  expect(check({ code: 'clock_behind', facts: { awayMs: 7_200_000 } })).toContain('2 h behind')
  expect(check({ code: 'platform_silent', facts: { said: 'Nothing answers' } })).toContain('“Nothing answers”')
  expect(check({ found: '2 changes wait.' })).toBe('2 changes wait.')
})

// Catches a notice that names neither the file nor the reason, and one of an earlier version that is empty.
test('a notice is told from its code and facts', async () => {
  const { notice } = await texts()
  expect(
    notice({ code: 'profile_damaged_restored', facts: { backup: 'daily.db', place: '/profile/damaged/1' } }),
  ).toMatch(/The backup daily\.db was restored\..* The old file is in \/profile\/damaged\/1\.$/)
  expect(notice({ code: 'secrets_masked', facts: { rows: 2, backups: 1 } })).toMatch(
    /in 2 records of this profile.* in one record in backups.*They are still in the keychain/,
  )
  expect(notice({ code: 'link_refused', facts: { reason: 'link_refused', why: 'during_show' } })).toBe(
    'A link from another program was not opened: a show is on. Nothing was sent or changed.',
  )
  expect(notice({ message: 'Told by an earlier version.' })).toBe('Told by an earlier version.')
})
