/** Faults in targets, and in reminders of tasks. */
import { inFile, type PlantedFault } from './model.ts'

const TARGETS = ['src/features/coaching/targets/model.test.ts']
const RIGHTS = ['src/features/coaching/targets/create-target.test.ts']
const REMINDERS = ['src/features/collaboration/tasks/remind-assignee.test.ts']

export const COACHING_FAULTS: readonly PlantedFault[] = [
  ...inFile('src/features/coaching/targets/model.ts', TARGETS, [
    ['three calls have a verdict', 'CALLS_MIN = 5', 'CALLS_MIN = 3'],
    ['a value is compared before it is rounded', 'judge(figure, value, one)', 'judge(figure, value + 0.004, one)'],
    ['the target of the farthest team wins', 'rank < other.rank', 'rank > other.rank'],
  ]),
  ...inFile('src/features/coaching/targets/model.ts', RIGHTS, [
    ['managers set targets of all teams', 'user?.teamIds.includes(teamId) === true', 'user !== undefined'],
  ]),
  ...inFile('src/features/collaboration/tasks/remind-assignee.job.ts', REMINDERS, [
    ['the previous assignee is reminded', ' && task.assignee_id === one.assigneeId', ''],
  ]),
]
