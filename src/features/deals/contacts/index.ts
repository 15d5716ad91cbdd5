/**
 * Contacts: what a person outside of the organization said, asked and promised, over all calls with this person.
 *
 * An email address identifies a **contact**. A name alone identifies one only inside one account, because different
 * people have the same name. Calls of an account share the opportunity, or the only linked company, with a given call.
 *
 * Nothing is stored. A contact consists only of conversations that the caller can read, so that two callers can see
 * different contacts with the same address. A person whom the caller knows from no conversation doesn't exist.
 */
export { getContact } from './get-contact.ts'
export type { Contact, ContactQuote } from './schema.ts'
export { searchContacts } from './search-contacts.ts'
