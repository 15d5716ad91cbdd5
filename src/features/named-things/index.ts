/**
 * Named things: people, companies, products, places, amounts, dates and addresses that a conversation names.
 *
 * What has a **form** (money, percentages, dates, addresses) is told by it, in digits and in words. **Names** are words
 * with capitals in a row; what kind of thing each is, is weighed from all that stands around its mentions, and from who
 * spoke. A text without capitals gives what has a form, and names that are known beforehand. English; in other languages
 * amounts in digits, addresses and some names are found. Pure: nothing is stored, asked or guessed here.
 */
export { type NamedThing, type Place, THING_TYPES, type ThingType } from './model.ts'
export { type Known, namedThingsOf } from './things.ts'
