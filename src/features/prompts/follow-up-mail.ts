import { definePrompt, promptArgument, promptOption } from '../../core/prompt.ts'
import { task } from './steps.ts'

export const followUpMail = definePrompt({
  name: 'follow_up_mail',
  title: 'Write a follow-up mail',
  description: 'The mail after a call: thanks, what was agreed, who does what by when. A draft; nothing is sent.',
  args: {
    call: promptArgument('The call: its id, or words of its title. “last” for my newest one.'),
    tone: promptOption('How it should sound, such as short, warm or formal.'),
    language: promptOption('The language of the mail. Default: that of the call.'),
  },
  write: ({ call, tone, language }) =>
    task(
      `Draft the follow-up mail to my call “${call}”.`,
      [
        'Call `get_me` to know who writes.',
        'If that is no id of a call, find it: `search_calls` with title, or for the last one with my user id as owner_id and limit 1. If several fit, ask me which one.',
        'Read it with `get_call_details` and include summary and participants.',
        'Ask `ask_assistant` with its id in call_ids: what was agreed, who promised what by when, what was left open. Check each promise in the transcript: `get_call_details` with include transcript and from_seconds of its quote.',
        'If a document was promised, look with `search_knowledge` whether we have it.',
      ],
      `Then write the mail to the participants from outside: a subject; one sentence of thanks that is true of this call; what was agreed; a list of who does what by when; what we need from them; the next step.${tone === undefined ? '' : ` Tone: ${tone}.`} Language: ${language ?? 'that of the call'}. Promise nothing that was not promised. Below the mail list, for me alone, the quotes it stands on. Send nothing.`,
    ),
})
