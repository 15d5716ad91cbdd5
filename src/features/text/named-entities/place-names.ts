/** Known place names: countries, and cities of time zones from the runtime. */
import { fold } from '../../../core/fold.ts'

const STATES = `Alabama|Alaska|Arizona|Arkansas|California|Colorado|Connecticut|Delaware|Florida|Georgia|Hawaii|Idaho|Illinois|
Indiana|Iowa|Kansas|Kentucky|Louisiana|Maine|Maryland|Massachusetts|Michigan|Minnesota|Mississippi|Missouri|Montana|Nebraska|
Nevada|New Hampshire|New Jersey|New Mexico|New York|North Carolina|North Dakota|Ohio|Oklahoma|Oregon|Pennsylvania|Rhode Island|
South Carolina|South Dakota|Tennessee|Texas|Utah|Vermont|Virginia|Washington|West Virginia|Wisconsin|Wyoming`
const OTHERS = `US|USA|U.S.|U.S.A.|UK|U.K.|EU|UAE|DC|England|Scotland|Wales|Northern Ireland|America|North America|South America|Latin America|
Central America|Europe|Western Europe|Eastern Europe|Asia|Africa|Middle East|Asia Pacific|EMEA|APAC|LATAM|Korea|Russia|Czech Republic|
Holland|Hong Kong|New England|Midwest|Silicon Valley|Wall Street|Boston|San Francisco|Seattle|Dallas|Houston|Atlanta|Miami|Philadelphia|
San Diego|Austin|Nashville|Las Vegas|Minneapolis|Charlotte|Cleveland|Pittsburgh|St. Louis|Kansas City|Orlando|Munich|Hamburg|Frankfurt|
Barcelona|Milan|Geneva|Rotterdam|Manchester|Birmingham|Glasgow|Beijing|Shenzhen|Guangzhou|Mumbai|Delhi|Bangalore|Osaka|Ontario|
Quebec|Alberta|British Columbia|Bavaria|Queensland|Washington DC|Silicon Alley|Bay Area`
/** Place names with a more frequent other meaning. The context decides if they are capitalized. */
const UNSURE = new Set([
  'georgia',
  'jordan',
  'chad',
  'center',
  'eastern',
  'central',
  'pacific',
  'mountain',
  'troll',
  'south',
  'north',
  'west',
  'easter',
  'christmas',
  'general',
  'universal',
  'zulu',
  'davis',
  'vincent',
  'marengo',
  'knox',
  'winamac',
  'wake',
  'bishop',
  'casey',
  'mawson',
  'nelson',
  'creston',
  'atlantic',
  'arctic',
  'indian',
  'faroe',
  'reunion',
  'chihuahua',
  'san juan',
  'thomas',
  'stanley',
  'gaza',
  'truk',
  'palmer',
  'adelaide',
  'chatham',
  'efate',
  'midway',
  'guernsey',
  'jersey',
  'dominica',
  'santiago',
  'lima',
  'turkey',
  'nauru',
  'monaco',
  'montana',
  'virginia',
  'washington',
  'charlotte',
  'austin',
  'maine',
])

function loadPlaceNames(): ReadonlySet<string> {
  const names = new Set<string>()
  const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' })
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
  for (const a of letters) {
    for (const b of letters) {
      const name = regions.of(a + b)
      if (name !== undefined && !/unknown|outlying|pseudo/i.test(name))
        names.add(fold(name.replace(/ \(.*\)$/, '').replaceAll('.', '')))
    }
  }
  for (const zone of Intl.supportedValuesOf('timeZone')) {
    const city = zone.split('/').at(-1) ?? ''
    if (zone.includes('/') && !/\d/.test(city)) names.add(fold(city.replaceAll('_', ' ')))
  }
  for (const name of `${STATES}|${OTHERS}`.split('|')) names.add(fold(name.trim().replaceAll('.', '')))
  return names
}

const PLACES = loadPlaceNames()

/** Returns `sure` if the name is always a place, and `unsure` if people or others can have it. */
export function classifyPlaceName(name: string): 'sure' | 'unsure' | undefined {
  const folded = fold(name.replace(/^the /i, '').replaceAll('.', ''))
  if (!PLACES.has(folded)) return undefined
  return UNSURE.has(folded) ? 'unsure' : 'sure'
}
