import type { INodeProperties, NodePropertyTypes } from 'n8n-workflow'
import { type Field, OPERATIONS, type Operation, RESOURCES } from './operations.ts'

/** Name of the parameter of a field, unique in the node. */
export const toParameter = ({ resource, value }: Operation, { name }: Field): string =>
  `${resource}_${value}_${name.replace(/\W+/g, '_')}`

const TYPES: Readonly<Record<NonNullable<Field['type']>, NodePropertyTypes>> = {
  boolean: 'boolean',
  dateTime: 'dateTime',
  json: 'json',
  list: 'string',
  number: 'number',
  string: 'string',
}

const DEFAULTS: Readonly<Record<string, boolean | number | string>> = { boolean: false, number: 0 }

function toProperty(operation: Operation, field: Field): INodeProperties {
  const { label, description, type = 'string', options, isRequired = false } = field
  return {
    displayName: label,
    name: toParameter(operation, field),
    type: options === undefined ? TYPES[type] : 'options',
    default: options?.[0] ?? DEFAULTS[type] ?? '',
    description,
    required: isRequired,
    ...(options && { options: options.map((value) => ({ name: value, value })) }),
    displayOptions: { show: { resource: [operation.resource], operation: [operation.value] } },
  }
}

/** Form of the node: resource, operation, fields of the operation, and limits of lists. */
export function createProperties(): INodeProperties[] {
  const resources = Object.entries(RESOURCES)
  const lists = OPERATIONS.filter(({ isList }) => isList)
  const showLists = {
    resource: [...new Set(lists.map(({ resource }) => resource))],
    operation: [...new Set(lists.map(({ value }) => value))],
  }
  return [
    {
      displayName: 'Resource',
      name: 'resource',
      type: 'options',
      noDataExpression: true,
      default: 'conversation',
      options: resources.map(([value, name]) => ({ name, value })),
    },
    ...resources.map(([resource]): INodeProperties => {
      const operations = OPERATIONS.filter((one) => one.resource === resource)
      return {
        displayName: 'Operation',
        name: 'operation',
        type: 'options',
        noDataExpression: true,
        default: operations[0]?.value ?? '',
        displayOptions: { show: { resource: [resource] } },
        options: operations.map(({ name, value, action }) => ({ name, value, action })),
      }
    }),
    ...OPERATIONS.flatMap((operation) => operation.fields.map((field) => toProperty(operation, field))),
    {
      displayName: 'Return All',
      name: 'returnAll',
      type: 'boolean',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
      displayOptions: { show: showLists },
    },
    {
      displayName: 'Limit',
      name: 'limit',
      type: 'number',
      typeOptions: { minValue: 1 },
      default: 50,
      description: 'Max number of results to return',
      displayOptions: { show: { ...showLists, returnAll: [false] } },
    },
  ]
}
