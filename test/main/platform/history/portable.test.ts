import { expect, test } from 'vitest'
import {
  isPortableSetting,
  settingFromFile,
  settingIssues,
  settingWarnings,
} from '../../../../main/maintenance/profile-file/settings.ts'

// Catches favourites and retention that stay behind on a move, a forged file that is taken, and days that forget reads unseen.
test('what is kept and what is starred move along, and a shorter memory is warned of', () => {
  expect(['history', 'favourites'].every(isPortableSetting)).toBe(true)
  expect(settingIssues('history', { reads: 'answers', readDays: 7 })).toEqual([])
  expect(settingIssues('history', { reads: 'answers', readDays: 0 })).toMatchObject([{ path: ['readDays'] }])
  expect(settingIssues('history', { more: 1 })).toHaveLength(1)
  expect(settingIssues('favourites', ['GET /api/team/general/all'])).toEqual([])
  expect(
    settingIssues(
      'favourites',
      Array.from({ length: 101 }, () => 'x'),
    ),
  ).toHaveLength(1)
  expect(settingWarnings('history', undefined, { reads: 'answers', readDays: 7 })).toHaveLength(2)
  expect(settingWarnings('history', { reads: 'answers', readDays: 7 }, { reads: 'answers', readDays: 30 })).toEqual([])
})

// Catches a file of an earlier version that is refused, or kept as it was, for a setting that is no more.
test('what an earlier version could set is left out', () => {
  const older = { reads: 'answers', readDays: 7, writeDays: 90 }
  expect(settingIssues('history', older)).toEqual([])
  expect(settingFromFile('history', older)).toEqual({ reads: 'answers', readDays: 7 })
})
