import { definePrompt, promptArgument, promptOption } from '../../core/prompt.ts'
import { task } from './steps.ts'

export const coachRep = definePrompt({
  name: 'coach_rep',
  title: 'Coach a rep',
  description: 'Notes for a coaching talk with a sales rep, from their calls and how those were scored.',
  args: {
    rep: promptArgument('The rep, by name or e-mail address.'),
    since: promptOption('From when on calls count, as a date. Default: the last 30 days.'),
    topic: promptOption('What to look at, such as discovery or handling doubts.'),
  },
  write: ({ rep, since, topic }) =>
    task(
      `Prepare a coaching talk with “${rep}” from their calls since ${since ?? '30 days ago'}.${topic === undefined ? '' : ` Look above all at: ${topic}.`}`,
      [
        'Find the rep’s user id with `list_reps`. If several fit, ask me which one.',
        'List their calls: `search_calls` with owner_id and from. Choose up to five that differ, the newest first.',
        'Read each with `get_call_details` and include summary and scorecards. `get_scorecards` and `get_scorecard_details` tell what the questions of a scorecard mean.',
        'Find moments worth talking about: `search_calls` with a query and call_id for each of these calls, such as questions the rep asked, doubts of the customer and what was answered, the agreed next step. Read around them with `get_call_details`, include transcript and from_seconds.',
      ],
      'Then write notes for the talk: what the rep does well, with two quotes; one or two habits to change, each with quotes that show it and a sentence that would have been better; how scores moved, if there are some; one exercise; one goal until next time. Judge what was said, not the person, and say how many calls it stands on.',
    ),
})
