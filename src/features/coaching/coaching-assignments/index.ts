/**
 * Coaching assignments: a user asks a colleague to look at a call, a part of it or a clip, and gets an answer.
 *
 * An **assignment** has an **assigner**, an **assignee**, a question and an optional due date. It is **open** until the
 * assignee answers, **answered** then, and **done** when one of them marks it. The answer is a text, or a comment of the
 * assignee on the call that isn't private.
 *
 * Assignments are derived data: whoever loses access to the call loses access to them. The assigner, the assignee, managers
 * and admins see them. Erasing a person deletes the assignments that ask this person.
 */
import type { AnyOperation } from '../../../core/operation.ts'
import { createCoachingAssignment } from './create-coaching-assignment.ts'
import { deleteCoachingAssignment } from './delete-coaching-assignment.ts'
import { getCoachingAssignment } from './get-coaching-assignment.ts'
import { listCoachingAssignments } from './list-coaching-assignments.ts'
import { updateCoachingAssignment } from './update-coaching-assignment.ts'

export { deleteAssignmentsTo } from './queries-write.ts'
export { ANSWER_MAX, type CoachingAssignment, QUESTION_MAX } from './schema.ts'
export { tools } from './tools.ts'
export {
  createCoachingAssignment,
  deleteCoachingAssignment,
  getCoachingAssignment,
  listCoachingAssignments,
  updateCoachingAssignment,
}

export const operations: readonly AnyOperation[] = [
  listCoachingAssignments,
  createCoachingAssignment,
  getCoachingAssignment,
  updateCoachingAssignment,
  deleteCoachingAssignment,
]
