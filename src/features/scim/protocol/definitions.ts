/** The schemas of users and groups (RFC 7643, sections 3.1, 4 and 8.7), from which everything here knows attributes. */
import type { Attribute, ResourceType, Schema } from './attributes.ts'

type Given = Partial<Omit<Attribute, 'name' | 'description'>>

const attribute = (name: string, description: string, given: Given = {}): Attribute => ({
  name,
  type: 'string',
  multiValued: false,
  description,
  required: false,
  caseExact: false,
  mutability: 'readWrite',
  returned: 'default',
  uniqueness: 'none',
  ...given,
})

const complex = (name: string, description: string, subAttributes: Attribute[], given: Given = {}) =>
  attribute(name, description, { type: 'complex', subAttributes, ...given })

/** Entries of value, display, type and primary (RFC 7643, section 2.4). */
const entries = (name: string, description: string, types: string[] = [], value: Given = {}) =>
  complex(
    name,
    description,
    [
      attribute('value', `The value itself.`, value),
      attribute('display', 'A name for people to read.'),
      attribute('type', 'What it is for.', types.length === 0 ? {} : { canonicalValues: types }),
      attribute('primary', 'Whether it is the preferred one; true at most once.', { type: 'boolean' }),
    ],
    { multiValued: true },
  )

/** RFC 7643, section 3.1: no schema lists these, every resource has them. */
const common: readonly Attribute[] = [
  attribute('schemas', 'URNs of the schemas that the resource has attributes of.', {
    type: 'reference',
    multiValued: true,
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
  }),
  attribute('id', 'Id of the resource here.', {
    caseExact: true,
    mutability: 'readOnly',
    returned: 'always',
    uniqueness: 'server',
  }),
  attribute('externalId', 'Id of the resource at the identity provider.', { caseExact: true }),
  complex(
    'meta',
    'What is known about the resource itself.',
    [
      attribute('resourceType', 'User or Group.', { caseExact: true, mutability: 'readOnly' }),
      attribute('created', 'When it was made.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('lastModified', 'When it was last changed.', { type: 'dateTime', mutability: 'readOnly' }),
      attribute('location', 'Its address.', { type: 'reference', caseExact: true, mutability: 'readOnly' }),
      attribute('version', 'Its version, as in the header ETag.', { caseExact: true, mutability: 'readOnly' }),
    ],
    { mutability: 'readOnly' },
  ),
]

const user: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:User',
  name: 'User',
  description: 'A user of the organization.',
  attributes: [
    attribute('userName', 'The name the identity provider knows the user by; unique without regard to case.', {
      required: true,
      uniqueness: 'server',
    }),
    complex('name', 'The parts of the name.', [
      attribute('formatted', 'The whole name, as it is shown.'),
      attribute('familyName', 'The last name.'),
      attribute('givenName', 'The first name.'),
      attribute('middleName', 'The middle names.'),
      attribute('honorificPrefix', 'Titles before the name.'),
      attribute('honorificSuffix', 'Titles after the name.'),
    ]),
    attribute('displayName', 'The name as it is shown; made of the name when nobody gave one.'),
    attribute('nickName', 'The casual name.'),
    attribute('profileUrl', 'Address of a page about the user.', { type: 'reference', referenceTypes: ['external'] }),
    attribute('title', 'The title, such as Vice President.'),
    attribute('userType', 'The relation to the organization, such as Employee.'),
    attribute('preferredLanguage', 'The languages the user reads, as in the header Accept-Language.'),
    attribute('locale', 'The locale for dates and numbers.'),
    attribute('timezone', 'The time zone, such as Europe/Vienna.'),
    attribute('active', 'Whether the user may do anything here. Keys and sessions of one who may not end at once.', {
      type: 'boolean',
    }),
    attribute('password', 'Taken and thrown away: there are no passwords to be set here.', {
      mutability: 'writeOnly',
      returned: 'never',
    }),
    entries('emails', 'E-mail addresses. The primary one, else that for work, else the first is unique.', [
      'work',
      'home',
      'other',
    ]),
    entries('phoneNumbers', 'Phone numbers.', ['work', 'home', 'mobile', 'fax', 'pager', 'other']),
    entries('ims', 'Addresses for instant messages.'),
    entries('photos', 'Addresses of pictures.', ['photo', 'thumbnail'], {
      type: 'reference',
      referenceTypes: ['external'],
    }),
    complex(
      'addresses',
      'Postal addresses.',
      [
        attribute('formatted', 'The whole address, as it is written.'),
        attribute('streetAddress', 'Street and number.'),
        attribute('locality', 'The city.'),
        attribute('region', 'The state or region.'),
        attribute('postalCode', 'The postal code.'),
        attribute('country', 'The country, in two letters.'),
        attribute('type', 'What it is for.', { canonicalValues: ['work', 'home', 'other'] }),
        attribute('primary', 'Whether it is the preferred one; true at most once.', { type: 'boolean' }),
      ],
      { multiValued: true },
    ),
    complex(
      'groups',
      'The groups that the user is a member of; changed at the groups.',
      [
        attribute('value', 'Id of the group.', { mutability: 'readOnly' }),
        attribute('display', 'Name of the group.', { mutability: 'readOnly' }),
      ],
      { multiValued: true, mutability: 'readOnly' },
    ),
    entries('entitlements', 'What the user is entitled to, as the identity provider has it.'),
    entries('roles', 'Roles at the identity provider. The role here is the roleUUID of the extension.'),
    entries('x509Certificates', 'Certificates of the user.', [], { type: 'binary', caseExact: true }),
  ],
}

const enterpriseUser: Schema = {
  id: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  name: 'EnterpriseUser',
  description: 'The user in a company. Kept and told.',
  attributes: [
    attribute('employeeNumber', 'The number of the employee.'),
    attribute('costCenter', 'The cost center.'),
    attribute('organization', 'The organization.'),
    attribute('division', 'The division.'),
    attribute('department', 'The department.'),
    complex('manager', 'Whom the user reports to.', [
      attribute('value', 'Id of the manager.'),
      attribute('$ref', 'Address of the manager.', { type: 'reference', referenceTypes: ['User'] }),
      attribute('displayName', 'Name of the manager.'),
    ]),
  ],
}

/** The provider's own attributes. Any extension whose URN ends in `:User` may carry `roleUUID` as well. */
const parleyUser: Schema = {
  id: 'urn:parley:params:scim:schemas:extension:1.0:User',
  name: 'ParleyUser',
  description: 'The user in Parley.',
  attributes: [
    attribute('roleUUID', 'Id of the role in the organization. A new user without one is a sales representative.'),
  ],
}

const group: Schema = {
  id: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  name: 'Group',
  description: 'A team of the organization.',
  attributes: [
    attribute('displayName', 'The name; unique among groups without regard to case.', {
      required: true,
      uniqueness: 'server',
    }),
    complex(
      'members',
      'The users in the group.',
      [
        attribute('value', 'Id of the user.', { required: true, mutability: 'immutable' }),
        attribute('display', 'Name of the user.', { mutability: 'readOnly' }),
      ],
      { multiValued: true },
    ),
  ],
}

const typeOf = (schema: Schema, more: Pick<ResourceType, 'name' | 'endpoint' | 'extensions'>): ResourceType => ({
  ...more,
  description: schema.description,
  schema,
  attributes: [...common, ...schema.attributes],
})

export const USER = typeOf(user, { name: 'User', endpoint: '/Users', extensions: [enterpriseUser, parleyUser] })
export const GROUP = typeOf(group, { name: 'Group', endpoint: '/Groups', extensions: [] })
export const RESOURCE_TYPES: readonly ResourceType[] = [USER, GROUP]
export const SCHEMAS: readonly Schema[] = [user, enterpriseUser, parleyUser, group]
/** The extension under which a role is told that came under no other. */
export const PARLEY_USER = parleyUser.id
