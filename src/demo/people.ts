/** People in the demo: users of the fictional company and their customers. All domains end in `.example`. */
import type { Role } from '../core/principal.ts'

export const COMPANY = {
  name: 'Brennwick',
  domains: ['brennwick.example'],
  adminEmail: 'marcus.adeyemi@brennwick.example',
}

/** Teams of the demo. A parent team precedes its child teams. The first team of a user is the primary one. */
export const TEAMS = [
  { name: 'Commercial' },
  { name: 'Sales', below: 'Commercial' },
  { name: 'Customer Success', below: 'Commercial' },
  { name: 'Product' },
  { name: 'Support', below: 'Product' },
  { name: 'Research', below: 'Product' },
] as const

export type TeamName = (typeof TEAMS)[number]['name']

interface User {
  readonly name: string
  readonly role: Role
  readonly teams: readonly TeamName[]
}

/** Users of the demo. The first one is the admin that is created with the organization. */
export const USERS = [
  { name: 'Marcus Adeyemi', role: 'ADMIN', teams: ['Commercial'] },
  { name: 'Ines Falk', role: 'MANAGER', teams: ['Commercial'] },
  { name: 'Priya Raman', role: 'SALES_REP', teams: ['Sales'] },
  { name: 'Tom Birkett', role: 'SALES_REP', teams: ['Sales'] },
  { name: 'Lena Sorokin', role: 'SALES_REP', teams: ['Sales'] },
  { name: 'Dana Whitlock', role: 'MANAGER', teams: ['Customer Success'] },
  { name: 'Jonas Ekberg', role: 'SALES_REP', teams: ['Customer Success'] },
  { name: 'Ruth Calloway', role: 'MANAGER', teams: ['Product'] },
  { name: 'Samir Haddad', role: 'SALES_REP', teams: ['Support'] },
  { name: 'Mei Tanaka', role: 'SALES_REP', teams: ['Research'] },
] as const satisfies readonly User[]

export type UserName = (typeof USERS)[number]['name']

export const ADMIN = USERS[0].name

/** Customers of the demo company, with people and job titles. */
export const ACCOUNTS = {
  harbor: {
    name: 'Harbor & Vane Provisions',
    domain: 'harborvane.example',
    industry: 'Food wholesale',
    vehicles: 117,
    people: {
      'Karin Vos': 'Head of operations',
      'Ravi Menon': 'Dispatcher',
      'Devon Marsh': 'IT lead',
      'Elaine Prokop': 'Finance director',
      'Dennis Achebe': 'Driver',
    },
  },
  ottermoor: {
    name: 'Ottermoor Dairy',
    domain: 'ottermoor.example',
    industry: 'Dairy',
    vehicles: 64,
    people: {
      'Greta Lindqvist': 'Logistics manager',
      'Noor Aziz': 'Software engineer',
      'Paul Abernathy': 'Finance chief',
    },
  },
  pellwater: {
    name: 'Pellwater Beverages',
    domain: 'pellwater.example',
    industry: 'Beverages',
    vehicles: 210,
    people: {
      'Colin Drexler': 'Vice president supply chain',
      'Hana Ito': 'Analyst',
      'Franz Brandl': 'Head of warehousing',
    },
  },
  saltmarsh: {
    name: 'Saltmarsh Linen',
    domain: 'saltmarsh-linen.example',
    industry: 'Laundry',
    vehicles: 40,
    people: { 'Bettina Roy': 'Owner', 'Luis Ferrer': 'Office manager', 'Daniel Roy': 'Owner to be' },
  },
  cobblequay: {
    name: 'Cobblequay Flowers',
    domain: 'cobblequay.example',
    industry: 'Flowers',
    vehicles: 22,
    people: { 'Nadia Brandt': 'Head of operations', 'Owen Tully': 'Founder' },
  },
  marrowby: {
    name: 'Marrowby Home',
    domain: 'marrowby.example',
    industry: 'Furniture',
    vehicles: 150,
    people: {
      'Sheila Granger': 'Vice president logistics',
      'Tobias Wren': 'Operations analyst',
      'Pete Lomax': 'IT manager',
      'Arthur Pike': 'Chief executive',
    },
  },
  fennick: {
    name: 'Fennick Medical Supply',
    domain: 'fennick.example',
    industry: 'Medical supply',
    vehicles: 36,
    people: { 'Alma Reyes': 'Head of operations', 'Bea Corliss': 'Dispatcher' },
  },
} as const

export type AccountKey = keyof typeof ACCOUNTS

export const accountKeys = Object.keys(ACCOUNTS) as AccountKey[]

export const toEmailAddress = (name: string, domain: string): string =>
  `${name.toLowerCase().replaceAll(' ', '.')}@${domain}`

export const emailOfUser = (name: UserName): string => toEmailAddress(name, 'brennwick.example')

/** Map from names to email addresses. */
export const ADDRESSES: ReadonlyMap<string, string> = new Map([
  ...USERS.map(({ name }) => [name, emailOfUser(name)] as const),
  ...Object.values(ACCOUNTS).flatMap(({ domain, people }) =>
    Object.keys(people).map((name) => [name, toEmailAddress(name, domain)] as const),
  ),
])
