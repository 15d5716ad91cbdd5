import { definePrompt, promptArgument, promptOption } from '../../../core/prompt.ts'
import { task } from './steps.ts'

export const coachRep = definePrompt({
  name: 'coach_rep',
  title: 'Coach a colleague',
  description: 'Writes coaching notes for a colleague from their calls and scorecard results.',
  args: {
    rep: promptArgument('Name or email address of the colleague. Example: `Ann Smith`.'),
    since: promptOption('First day of the calls to include. Defaults to the last 30 days. Example: `2026-11-01`.'),
    topic: promptOption('Skill to focus on. Example: `objection handling`.'),
  },
  completions: { rep: 'rep', since: 'first_day' },
  write: ({ rep, since, topic }) =>
    task(
      `Prepare a coaching session with “${rep}” from their calls since ${since ?? '30 days ago'}.${topic === undefined ? '' : ` Focus on: ${topic}.`}`,
      [
        'Find the user id of the colleague with `list_reps`. If several fit, ask me which one.',
        'List their calls: `search_calls` with owner_id and from. Choose up to five that differ, the newest first.',
        'Read each with `get_call_details` and include summary and scorecards. `get_scorecards` and ' +
          '`get_scorecard_details` explain the questions of a scorecard.',
        'Find passages worth discussing: use `search_calls` with a query and call_id for each of these calls. Look ' +
          'for questions the colleague asked, objections of the customer and the replies, and the agreed next step. Read ' +
          'around them with `get_call_details`, include transcript and from_seconds.',
      ],
      'Then write notes for the session: what the colleague does well, with two quotes; one or two habits to change, ' +
        'each with quotes that show it and a sentence that would have been better; how scores moved, if there are ' +
        'some; one exercise; one goal until next time. Judge what was said, not the person. State how many calls the ' +
        'notes are based on.',
    ),
})
