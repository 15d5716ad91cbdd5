/** Attaches a transcript or a recording to a call that lacks one, or replaces it. */

import { invalid } from '../../core/errors.ts'
import { t } from '../../core/languages/message.ts'
import { clockTime } from '../../core/timecode.ts'
import { MEDIA_BYTES_MAX } from '../../features/conversations/media/index.ts'
import { getConversationMediaDetails, putConversationMedia } from '../../features/conversations/recordings/index.ts'
import { correctTranscript, getConversation, IMPORT_BYTES_MAX } from '../../features/conversations/records/index.ts'
import { type AnswerOf, definePage, redirectTo } from '../../inbound/web/define-page.ts'
import { type Html, html } from '../../inbound/web/html.ts'
import { fileField, form, textAreaField } from '../components/form.ts'
import { heading } from '../components/layout.ts'
import { formatSize } from '../components/sizes.ts'
import { TRANSCRIPT_FILES } from '../conversations/transcript-files.ts'
import { conversationPath, type PageVisit } from './paths.ts'

export const attachPage = definePage({
  path: '/conversations/:id/attach',
  async show(req) {
    const { id } = req.params
    const [{ attributes }, { recording }] = await Promise.all([
      req.run(getConversation, { id }),
      req.run(getConversationMediaDetails, { id }),
    ])
    return {
      title: t`Transcript and recording: ${attributes.title}`,
      body: html`${heading(t('Transcript and recording'), {
        trail: [
          { label: t('Calls'), path: '/conversations' },
          { label: attributes.title, path: conversationPath(id) },
        ],
      })}
${renderTranscriptForm(req, attributes.transcriptVersion !== null)}
${renderRecordingForm(req, recording?.status === 'kept' ? recording : undefined)}`,
      scripts: ['pages/conversation/attach.browser.ts'],
    }
  },
  actions: {
    attach: async (req, fields) => {
      const { id } = req.params
      const pasted = fields.text('transcript')
      const { file } = fields
      if (pasted.trim() === '' && file === undefined)
        throw invalid({ pointer: '/file', detail: 'No transcript is given. Choose a file or paste the text.' })
      if (pasted.trim() !== '' && file !== undefined)
        throw invalid({ pointer: '/file', detail: 'Choose a file or paste the text, not both.' })
      const { transcriptVersion } = await req.run(correctTranscript, {
        id,
        ...(pasted.trim() !== '' && { transcript: pasted }),
        ...(file !== undefined && { file }),
      })
      const words =
        transcriptVersion === 1 ? t('Transcript added') : t`Transcript saved as version ${transcriptVersion}`
      return redirectTo(conversationPath(id), t`${words}. Parley is analyzing the call.`)
    },
    recording: async (req, { file }) => {
      const { id } = req.params
      if (file === undefined)
        throw invalid({ pointer: '/file', detail: 'No recording is given. Choose an audio or video file.' })
      const { recording } = await req.run(getConversationMediaDetails, { id })
      await req.run(putConversationMedia, { id, file })
      return redirectTo(
        conversationPath(id),
        recording?.status === 'kept' ? t('Recording replaced') : t('Recording added'),
      )
    },
  },
  uploads: {
    attach: {
      ...{ field: 'file', maxBytes: IMPORT_BYTES_MAX, fieldBytes: IMPORT_BYTES_MAX },
      operation: correctTranscript,
    },
    recording: { field: 'file', maxBytes: MEDIA_BYTES_MAX, operation: putConversationMedia },
  },
})

function renderTranscriptForm(req: PageVisit, has: boolean): Html {
  const title = has ? t('Replace transcript') : t('Add a transcript')
  return html`<section class="card" id="transcript" aria-labelledby="transcript-title" data-upload data-bytes="${IMPORT_BYTES_MAX}" data-too-large="${t('The file has more than 32 MB. Choose a smaller transcript.')}">
<h2 id="transcript-title">${title}</h2>
<p>${
    has
      ? t(
          'The new transcript becomes the current version. Earlier versions are kept, and Parley analyzes the call again.',
        )
      : t('Upload the transcript of this call, or paste it. Parley detects the format, and analyzes the call.')
  }</p>
${form(req, { page: pagePath(req), action: 'attach', button: title, upload: true }, (fill) => [
  fileField({
    ...{ name: 'file', id: 'transcript-file', label: t('File'), accept: TRANSCRIPT_FILES },
    help: t('A transcript of up to 32 MB.'),
  }),
  textAreaField(fill, {
    ...{ name: 'transcript', label: t('Or paste a transcript'), rows: 12 },
    placeholder: t('Ann: Shall we begin?\nBob: Yes, let us.'),
  }),
])}
</section>`
}

type Recording = NonNullable<AnswerOf<typeof getConversationMediaDetails>['recording']>

/** @param present stored recording, which the upload replaces */
function renderRecordingForm(req: PageVisit, present: Recording | undefined): Html {
  const title = present === undefined ? t('Add a recording') : t('Replace recording')
  const confirm =
    present === undefined
      ? undefined
      : t`Replace the recording “${present.fileName}”? Parley deletes this file, and you can't undo this. The transcript, comments and clips stay.`
  return html`<section class="card" id="recording" aria-labelledby="recording-title" data-upload data-bytes="${MEDIA_BYTES_MAX}" data-too-large="${t('The file has more than 2 GB. Compress the recording, for example as MP3.')}">
<h2 id="recording-title">${title}</h2>
${
  present === undefined
    ? html`<p>Upload the audio or video file of this call. If the call has no transcript, Parley transcribes the recording.</p>`
    : html`<p>The call has the recording <bdi>${present.fileName}</bdi>, ${listRecordingFacts(present)}. Parley deletes this file when you upload another one. The transcript, comments and clips stay, and clips play the new recording at their times.</p>`
}
${form(
  req,
  {
    ...{ page: pagePath(req), action: 'recording', button: title, upload: true },
    ...(confirm !== undefined && { confirm }),
  },
  () =>
    fileField({
      ...{ name: 'file', id: 'recording-file', label: t('File'), accept: 'audio/*,video/*' },
      help: t('An audio or video file of up to 2 GB: MP4, WebM, MP3, WAV, Ogg or FLAC.'),
    }),
)}
</section>`
}

const listRecordingFacts = ({ duration, size }: Recording): Html =>
  html`${duration !== null && html`${clockTime(duration)}, `}${formatSize(size)}`

const pagePath = ({ params }: PageVisit): string => `${conversationPath(params.id)}/attach`
