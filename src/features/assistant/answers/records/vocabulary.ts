/** Word classes that patterns name as `@class`. */

const words = (list: string): readonly string[] => list.trim().split(/\s+/)

/** Words of one type of call. In a question about many calls, they select calls by title and label. */
const TYPED_CALL =
  words(`kickoff kickoffs demo demos review reviews presentation presentations interview interviews webinar
  checkin oneonone standup`)
const CALL = [
  ...words(
    'call calls meeting meetings conversation conversations discussion discussions recording recordings session',
  ),
  ...words('sessions chat chats sync talk talks'),
  ...TYPED_CALL,
]

export const CLASSES: Readonly<Record<string, readonly string[]>> = {
  call: CALL,
  typedCall: TYPED_CALL,
  calls: words(
    'calls meetings conversations discussions recordings sessions chats interviews talks demos reviews kickoffs',
  ),
  it: [...CALL, 'it', 'this', 'that'],
  be: words('is are was were be been'),
  did: words('did do does has have had is are was were'),
  talk: words('talk talked talks talking speak spoke spoken speaks speaking'),
  meet: words('meet met meets speak spoke spoken talk talked talking chat chatted connect connected'),
  customer:
    words(`customer customers client clients prospect prospects buyer buyers customer's external lead guest guests
    caller callers`),
  seller: words('rep reps seller sellers salesperson salespeople agent agents colleague colleagues internal'),
  deal: words('deal deals opportunity opportunities'),
  account: words('account accounts customer customers client clients company companies'),
  mention: words(`mention mentioned mentions mentioning named name names came come comes raised raise
    discussed discuss cited quoted quote heard hear appear appeared referenced talked`),
  most: words('most more longest main'),
  least: words('least less fewest'),
  money:
    words(`price prices pricing amount amounts cost costs figure figures sum sums money dollar dollars euro euros fee
    fees rate rates`),
  question: words('question questions'),
  make: words('make made makes take took taken reach reached'),
}
