/**
 * Coaching: evaluates conversations with scorecards, and reports about teams.
 *
 * Scorecards are templates. A result holds the scores of one conversation, entered by a person or computed. With coaching
 * assignments, people ask colleagues to look at a call and to answer a question.
 */
export * as automaticScoring from './automatic-scoring/index.ts'
export * as coachingAssignments from './coaching-assignments/index.ts'
export * as scorecardResults from './scorecard-results/index.ts'
export * as scorecards from './scorecards/index.ts'
export * as targets from './targets/index.ts'
export * as teamReports from './team-reports/index.ts'
export * as usageReports from './usage-reports/index.ts'
