import { definePrompt, promptArgument, promptOption } from '../../../core/prompt.ts'
import { task } from './steps.ts'

export const followUpMail = definePrompt({
  name: 'follow_up_mail',
  title: 'Write a follow-up email',
  description: "Drafts the email after a call: thanks, agreements, and who does what by when. Doesn't send anything.",
  args: {
    call: promptArgument('ID of the call, words of its title, or `last` for your newest call. Example: `last`.'),
    tone: promptOption('Tone of the email. Example: `short and warm`.'),
    language: promptOption('Language of the email. Defaults to the language of the call. Example: `German`.'),
  },
  completions: { call: 'call', language: 'language' },
  write: ({ call, tone, language }) =>
    task(
      `Draft the follow-up email for my call “${call}”.`,
      [
        'Call `get_me` to find out who writes the email.',
        "If that isn't the ID of a call, find it: `search_calls` with title, or for the last one with my user id " +
          'as owner_id and limit 1. If several fit, ask me which one.',
        'Read it with `get_call_details` and include summary and participants.',
        'Use `ask_assistant` with its ID in call_ids: what was agreed, who promised what by when, what was left ' +
          'open. Check each promise in the transcript: `get_call_details` with include transcript and from_seconds ' +
          'of its quote.',
        'If a document was promised, use `search_knowledge` to check whether we have it.',
      ],
      `Then write the email to the external participants: a subject; one sentence of thanks that is true of this call; what was agreed; a list of who does what by when; what we need from them; the next step.${tone === undefined ? '' : ` Tone: ${tone}.`} Language: ${language ?? 'that of the call'}. Promise nothing that was not promised. Below the email, list the quotes it is based on; this list is for me only. Don’t send anything.`,
    ),
})
