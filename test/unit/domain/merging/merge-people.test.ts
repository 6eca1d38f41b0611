import { expect, it } from 'vitest'
import { newAttendance } from '../../../../lib/domain/attendances/attendance.js'
import { type MergeDependencies, mergePeople } from '../../../../lib/domain/merging/merge-people.js'

const [KEEP, OTHER, EVENT] = [
  '718213d2-5cf8-4d2d-abb6-09a13dc8f146',
  'a3d91c44-58e2-4f0b-8c77-1e9b6a2d4f04',
  'a7b4fd10-1bb0-4b05-a2c1-521917abef45',
]

it.each([KEEP, OTHER])(
  'two people are not merged while %s is on a waiting list, and nothing is written',
  async (waiting) => {
    const now = new Date('2026-11-03T12:00:00Z')
    const refuse = () => Promise.reject(new Error('This must not be called'))
    const dependencies: MergeDependencies = {
      mergePeople: refuse,
      attendances: {
        allOfPerson: (person) =>
          Promise.resolve(
            person === waiting ? [{ ...newAttendance(EVENT, person, {}, now), status: 'tentative' }] : [],
          ),
        mergeInto: refuse,
      },
      tags: { allOfPerson: refuse, put: refuse, remove: refuse },
      lists: { ofPerson: refuse, add: refuse },
      hasRole: () => Promise.resolve(false),
      now: () => now,
    }
    await expect(mergePeople('group:g', KEEP, OTHER, dependencies)).rejects.toMatchObject({
      code: 'conflict',
      faults: [{ error_code: 'on_waiting_list' }],
    })
  },
)
