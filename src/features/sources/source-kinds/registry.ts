/** All kinds of sources, in the order in which the app offers them. */
import { aircallKind } from './aircall.ts'
import { attendeeKind } from './attendee.ts'
import { contactLensKind } from './contact-lens.ts'
import { dialpadKind } from './dialpad.ts'
import { elevenlabsKind } from './elevenlabs.ts'
import { fathomKind } from './fathom.ts'
import { firefliesKind } from './fireflies.ts'
import { folderKind } from './folder.ts'
import { imapKind } from './imap.ts'
import { jitsiKind } from './jitsi.ts'
import type { SourceKind } from './kind.ts'
import { livekitKind } from './livekit.ts'
import { meetKind } from './meet.ts'
import { recallKind } from './recall.ts'
import { ringcentralKind } from './ringcentral.ts'
import { s3Kind } from './s3.ts'
import { teamsKind } from './teams.ts'
import { twilioKind } from './twilio.ts'
import { vexaKind } from './vexa.ts'
import { webhookKind } from './webhook.ts'
import { zoomKind } from './zoom.ts'
import { zoomPhoneKind } from './zoom-phone.ts'

export const SOURCE_KINDS: readonly SourceKind[] = [
  ...[folderKind, s3Kind, imapKind, contactLensKind, zoomKind, zoomPhoneKind, teamsKind, meetKind],
  ...[recallKind, attendeeKind, vexaKind, livekitKind, jitsiKind, firefliesKind, fathomKind],
  ...[twilioKind, ringcentralKind, aircallKind, dialpadKind, elevenlabsKind],
  webhookKind,
]

/** Identifiers of all kinds, for the schemas of requests. */
export const SOURCE_KIND_IDS = SOURCE_KINDS.map(({ id }) => id) as [string, ...string[]]

/** @returns undefined for a kind of another version of Parley */
export const findSourceKind = (id: string): SourceKind | undefined => SOURCE_KINDS.find((kind) => kind.id === id)
