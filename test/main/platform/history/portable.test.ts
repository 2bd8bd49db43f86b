import { expect, test } from 'vitest'
import {
  isPortableSetting,
  settingIssues,
  settingWarnings,
} from '../../../../main/maintenance/profile-file/settings.ts'

// Catches favourites and retention that stay behind on a move, a forged file that is taken, and days that forget writes unseen.
test('what is kept and what is starred move along, and a shorter memory is warned of', () => {
  expect(['history', 'favourites'].every(isPortableSetting)).toBe(true)
  expect(settingIssues('history', { reads: 'answers', readDays: 7, writeDays: 90 })).toEqual([])
  expect(settingIssues('history', { reads: 'answers', writeDays: 1 })).toMatchObject([{ path: ['writeDays'] }])
  expect(settingIssues('history', { more: 1 })).toHaveLength(1)
  expect(settingIssues('favourites', ['GET /api/team/general/all'])).toEqual([])
  expect(
    settingIssues(
      'favourites',
      Array.from({ length: 101 }, () => 'x'),
    ),
  ).toHaveLength(1)
  expect(settingWarnings('history', undefined, { reads: 'answers', readDays: 7, writeDays: 90 })).toHaveLength(3)
  expect(
    settingWarnings(
      'history',
      { reads: 'answers', readDays: 7, writeDays: 30 },
      { reads: 'answers', readDays: 30, writeDays: 90 },
    ),
  ).toEqual([])
  expect(settingWarnings('history', { writeDays: 90 }, { writeDays: 0 })).toEqual([])
})
