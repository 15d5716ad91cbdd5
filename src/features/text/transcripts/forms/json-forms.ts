import type { JsonForm } from './form.ts'
import { aircall } from './json/aircall.ts'
import { assemblyai } from './json/assemblyai.ts'
import { attendee } from './json/attendee.ts'
import { avoma } from './json/avoma.ts'
import { awsAnalytics } from './json/aws-analytics.ts'
import { awsTranscribe } from './json/aws-transcribe.ts'
import { azureBatch } from './json/azure-batch.ts'
import { azureFast } from './json/azure-fast.ts'
import { ccai } from './json/ccai.ts'
import { chatMessages } from './json/chat-messages.ts'
import { chorus } from './json/chorus.ts'
import { contactLens } from './json/contact-lens.ts'
import { contactLensSegments } from './json/contact-lens-segments.ts'
import { cronofy } from './json/cronofy.ts'
import { deepgram } from './json/deepgram.ts'
import { dialpad } from './json/dialpad.ts'
import { elevenlabs } from './json/elevenlabs.ts'
import { elevenlabsAgent } from './json/elevenlabs-agent.ts'
import { fathom } from './json/fathom.ts'
import { fireflies } from './json/fireflies.ts'
import { genesys } from './json/genesys.ts'
import { gladia } from './json/gladia.ts'
import { gong } from './json/gong.ts'
import { googleSpeech } from './json/google-speech.ts'
import { grain } from './json/grain.ts'
import { granola } from './json/granola.ts'
import { hubspot } from './json/hubspot.ts'
import { intercom } from './json/intercom.ts'
import { jigasi } from './json/jigasi.ts'
import { livekit } from './json/livekit.ts'
import { meetEntries } from './json/meet-entries.ts'
import { nemo } from './json/nemo.ts'
import { openaiDiarized } from './json/openai-diarized.ts'
import { opentranscribe } from './json/opentranscribe.ts'
import { quo } from './json/quo.ts'
import { readai } from './json/readai.ts'
import { recall, recallEvent } from './json/recall.ts'
import { retell } from './json/retell.ts'
import { revai } from './json/revai.ts'
import { ringcentralSpeech } from './json/ringcentral-speech.ts'
import { ringsense } from './json/ringsense.ts'
import { seglst } from './json/seglst.ts'
import { slack } from './json/slack.ts'
import { soniox } from './json/soniox.ts'
import { speakr } from './json/speakr.ts'
import { speechmatics } from './json/speechmatics.ts'
import { telegram } from './json/telegram.ts'
import { tldv } from './json/tldv.ts'
import { truto } from './json/truto.ts'
import { twilio } from './json/twilio.ts'
import { vapi } from './json/vapi.ts'
import { vexa } from './json/vexa.ts'
import { webex } from './json/webex.ts'
import { whisper } from './json/whisper.ts'
import { whisperCpp } from './json/whisper-cpp.ts'
import { whisperx } from './json/whisperx.ts'
import { youtubeList } from './json/youtube-list.ts'
import { zoomPhone } from './json/zoom-phone.ts'
import { zoomRtms } from './json/zoom-rtms.ts'

/**
 * All JSON forms of products, each with marks of its own. Their order has no meaning: no source may be recognized by
 * two of them, and `forms.test.ts` checks that for every sample.
 */
export const JSON_FORMS: readonly JsonForm[] = [
  aircall,
  assemblyai,
  attendee,
  avoma,
  awsAnalytics,
  awsTranscribe,
  azureBatch,
  azureFast,
  ccai,
  chatMessages,
  chorus,
  contactLens,
  contactLensSegments,
  cronofy,
  deepgram,
  dialpad,
  elevenlabs,
  elevenlabsAgent,
  fathom,
  fireflies,
  genesys,
  gladia,
  gong,
  googleSpeech,
  grain,
  granola,
  hubspot,
  intercom,
  jigasi,
  livekit,
  meetEntries,
  nemo,
  openaiDiarized,
  opentranscribe,
  quo,
  readai,
  recall,
  recallEvent,
  retell,
  revai,
  ringcentralSpeech,
  ringsense,
  seglst,
  slack,
  soniox,
  speakr,
  speechmatics,
  telegram,
  tldv,
  truto,
  twilio,
  vapi,
  vexa,
  webex,
  whisper,
  whisperCpp,
  whisperx,
  youtubeList,
  zoomPhone,
  zoomRtms,
]
