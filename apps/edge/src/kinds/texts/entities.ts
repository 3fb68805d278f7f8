import { isJsonObject } from '../../lib/json-items.ts'
import type { Entity } from './tags.ts'

/** An entity as declared in a file. `own` is the text that the file states for the entity, if it does. */
export interface MarkedEntity extends Entity {
  own: string | null
}

const OWN_TEXT = /^(text|word|mention|surface|surface_form|value|string|span|phrase|entity|entity_text|文本|实体)$/i

/**
 * Returns the entities of a field. They can be objects, doccano's `[0, 2, "PER"]`, or CLUENER's `{"name": {"张三": [[0,
 * 1]]}}`. An empty list is a list of entities. Returns undefined if the field contains anything else.
 */
export function entitiesIn(value: unknown): MarkedEntity[] | undefined {
  const found = isJsonObject(value) ? groupedEntities(value) : Array.isArray(value) ? value.map(entityOf) : [undefined]
  return found.every((one) => one !== undefined) ? found : undefined
}

function entityOf(value: unknown): MarkedEntity | undefined {
  if (Array.isArray(value)) {
    const [start, end, label, own = null] = value
    return value.length <= 4 ? checked({ start, end, label, own }) : undefined
  }
  if (!isJsonObject(value)) return undefined
  const { start, end, label } = value
  const own = Object.keys(value).find(
    (name) => OWN_TEXT.test(name) && typeof value[name] === 'string' && value[name] !== label,
  )
  return checked({ start, end, label, own: own === undefined ? null : value[own] })
}

/** Entities grouped by type and then by text, each with a list of positions. */
function groupedEntities(value: Record<string, unknown>): (MarkedEntity | undefined)[] {
  return Object.entries(value).flatMap(([label, texts]) =>
    isJsonObject(texts)
      ? Object.entries(texts).flatMap(([own, places]) =>
          Array.isArray(places)
            ? places.map((place) =>
                Array.isArray(place) && place.length === 2
                  ? checked({ start: place[0], end: place[1], label, own })
                  : undefined,
              )
            : [undefined],
        )
      : [undefined],
  )
}

function checked({ start, end, label, own }: Record<keyof MarkedEntity, unknown>): MarkedEntity | undefined {
  const isWhole = Number.isInteger(start) && Number.isInteger(end)
  const isNamed = typeof label === 'string' && label !== '' && (own === null || typeof own === 'string')
  if (!isWhole || !isNamed) return undefined
  return { start, end, label, own: typeof own === 'string' && own.trim() !== '' ? own : null } as MarkedEntity
}
