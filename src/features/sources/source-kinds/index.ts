/**
 * Kinds of sources: how each vendor signs, announces, lists and serves its recordings.
 *
 * `kind.ts` is the interface. Each kind is one file, and one line in `registry.ts`. A kind knows nothing of the database:
 * it verifies a delivery, reads which calls it announces, lists calls, and fetches files.
 */
export {
  type AnnouncedCall,
  type CallLeg,
  type DeliveryContent,
  type FetchTarget,
  type FieldValues,
  type HandshakeAnswer,
  type ListRequest,
  type SourceAccess,
  type SourceDelivery,
  SourceFault,
  type SourceField,
  type SourceKind,
  type SourceObject,
  type SourcePart,
  type Verification,
} from './kind.ts'
export { joinLegs, mergeLegs } from './legs.ts'
export { findSourceKind, SOURCE_KIND_IDS, SOURCE_KINDS } from './registry.ts'
