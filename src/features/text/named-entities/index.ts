/**
 * Named entities: people, companies, products, places, amounts, dates and addresses in a conversation.
 *
 * Money, percentages, dates and addresses are recognized by their **form**, in digits and in words. **Names** are
 * consecutive capitalized words. Their type is derived from the context of all mentions and from the participants. In a
 * text without capitals, only forms and known names are found. The rules are for English. In other languages they find
 * amounts in digits, addresses and some names. This module is pure: it stores nothing and calls no model.
 */
export { type EntityLocation, type NamedEntity, type NamedEntityType, THING_TYPES } from './model.ts'
export { findNamedEntities, type KnownParticipants } from './things.ts'
