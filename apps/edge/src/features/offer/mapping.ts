import { type ColumnMapping, type ColumnType, fail, MAX_NAME, type RenamedValue } from '@tessera/contract'
import type { StoredDataset } from '../rows/index.ts'

type Source = Pick<StoredDataset, 'columns' | 'columnTypes' | 'labelColumns' | 'mapping'>

/** A column of the selected rows, and the column of the party from which it is derived. */
export interface MappedColumn extends ColumnMapping {
  type: ColumnType
  fromType: ColumnType
}

/**
 * Maps the dataset's columns to the task's column names. Unmapped columns keep their names, unless a task column has
 * the same name.
 */
export function mapColumns(source: Source, hidden: string[], mapping: ColumnMapping[]): MappedColumn[] {
  checkNames(source, hidden, mapping)
  const taken = new Set(mapping.map(({ column }) => column.toLowerCase()))
  return source.columns.flatMap((own): MappedColumn[] => {
    const fromType = source.columnTypes[own] ?? 'text'
    const named = mapping.filter(({ from }) => from === own)
    if (named.length > 0) return named.map((one) => ({ ...one, fromType, type: typeAfter(one, fromType) }))
    return taken.has(own.toLowerCase())
      ? []
      : [{ column: own, from: own, conversion: 'none', fromType, type: fromType }]
  })
}

function checkNames({ columns }: Source, hidden: string[], mapping: ColumnMapping[]) {
  // SQL column names are case-insensitive.
  const seen = new Set(hidden.map((name) => name.toLowerCase()))
  for (const { column, from, conversion, values = [] } of mapping) {
    if (!columns.includes(from)) fail('dataset.column-unknown', { column: from })
    if (conversion === 'to-number' && values.length > 0) fail('dataset.values-number', { column })
    if (values.some(({ to }) => !isName(to))) fail('dataset.value-name', { column, most: MAX_NAME })
    if (column === '' || seen.has(column.toLowerCase())) fail('dataset.mapping-name', { column })
    seen.add(column.toLowerCase())
  }
}

const isName = (text: string) => text === text.trim() && text !== '' && text.length <= MAX_NAME

function typeAfter({ conversion, values = [] }: ColumnMapping, from: ColumnType): ColumnType {
  if (conversion === 'to-text' || values.length > 0) return 'text'
  if (conversion === 'to-boolean') return 'boolean'
  if (conversion === 'none' || from === 'integer') return from
  return from === 'boolean' ? 'integer' : 'number'
}

/**
 * Returns how the columns are derived from the party's original columns, even if the source dataset is itself derived.
 */
export function mappingOf({ mapping }: Source, columns: MappedColumn[]): ColumnMapping[] {
  return columns
    .map(({ column, from, conversion, values }) => {
      const before = mapping.find((one) => one.column === from)
      const renamed = renamedTwice(before?.values ?? [], values ?? [])
      return {
        column,
        from: before?.from ?? from,
        conversion: conversion === 'none' && before ? before.conversion : conversion,
        ...(renamed.length > 0 && { values: renamed }),
      }
    })
    .filter(({ column, from, conversion, values }) => column !== from || conversion !== 'none' || values)
}

/** Combines two successive renamings of values into one. */
function renamedTwice(first: RenamedValue[], second: RenamedValue[]): RenamedValue[] {
  const after = new Map(second.map(({ from, to }) => [from, to]))
  const known = new Set(first.map(({ from }) => from))
  const merged = first.map(({ from, to }) => ({ from, to: after.get(to) ?? to }))
  return [...merged, ...second.filter(({ from }) => !known.has(from))].filter(({ from, to }) => from !== to)
}
