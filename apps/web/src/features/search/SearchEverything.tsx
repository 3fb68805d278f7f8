import {
  BranchesOutlined,
  ClusterOutlined,
  DatabaseOutlined,
  FunctionOutlined,
  SearchOutlined,
  TeamOutlined,
} from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { SEARCH_LIMITS, type SearchHit, SearchKind } from '@tessera/contract'
import { Input, type InputRef } from 'antd'
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useState } from 'react'
import { usePhrases } from '../../lib/i18n.ts'
import { useGo } from '../../lib/navigation.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { ErrorNote } from '../../ui/index.ts'
import { searchQuery } from './api.ts'
import { searchPhrases } from './phrases.ts'

const PAUSE_MS = 200

const ICONS: Record<SearchKind, ReactNode> = {
  task: <BranchesOutlined />,
  dataset: <DatabaseOutlined />,
  model: <ClusterOutlined />,
  algorithm: <FunctionOutlined />,
  party: <TeamOutlined />,
}

/** A search field with its results by kind. Arrow keys select a result while the field keeps the focus. */
export function SearchEverything({ field, onLeave }: { field: RefObject<InputRef | null>; onLeave: () => void }) {
  const t = usePhrases(searchPhrases)
  const go = useGo()
  const { party } = useSession()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [chosen, setChosen] = useState(0)
  const [isEntered, setEntered] = useState(false)
  const wanted = typed.trim()
  const [text, setText] = useDebouncedText(wanted, PAUSE_MS)
  const found = useQuery(searchQuery(text))
  const hits = wanted === '' ? [] : (found.data ?? [])
  /** Until the current text has been answered, the results are those of a previous text. */
  const isWaiting = wanted !== '' && (wanted !== text || found.isPending || found.isPlaceholderData)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new results select the first one
  useEffect(() => setChosen(0), [found.data])

  const open = (hit: SearchHit | undefined) => {
    if (!hit) return
    onLeave()
    go(pathOf(hit, party?.id))
  }
  const press = (event: KeyboardEvent) => {
    setEntered(false)
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && hits.length > 0) {
      event.preventDefault()
      if (!isWaiting) setChosen((now) => (now + step + hits.length) % hits.length)
    }
    // While the user composes a character, Enter belongs to the input method.
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    if (!isWaiting) return open(hits[chosen])
    setText(wanted)
    setEntered(true)
  }
  useEffect(() => {
    if (!isEntered || isWaiting) return
    setEntered(false)
    open(hits[0])
  })
  const optionId = (index: number) => `${id}-${index}`
  const active = hits.length > 0 && !isWaiting ? optionId(chosen) : undefined
  useEffect(() => {
    if (active) document.getElementById(active)?.scrollIntoView?.({ block: 'nearest' })
  }, [active])

  return (
    <div className="t-stack">
      <Input
        role="combobox"
        aria-label={t('field')}
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={active}
        aria-autocomplete="list"
        ref={field}
        autoComplete="off"
        size="large"
        prefix={<SearchOutlined aria-hidden="true" />}
        placeholder={t('field')}
        maxLength={SEARCH_LIMITS.text}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={press}
        onBlur={() => setEntered(false)}
      />
      <ErrorNote error={isWaiting ? null : found.error} onRetry={() => void found.refetch()} />
      <p className="t-soft" role="status">
        {status()}
      </p>
      <div id={`${id}-list`} role="listbox" aria-label={t('title')} aria-busy={isWaiting} className="search-hits">
        {SearchKind.options.map((kind) => {
          const ofKind = hits.map((hit, index) => ({ hit, index })).filter(({ hit }) => hit.kind === kind)
          if (ofKind.length === 0) return null
          return (
            // biome-ignore lint/a11y/useSemanticElements: a group of a list box
            <div key={kind} role="group" aria-label={t(kind)}>
              <div className="search-kind t-soft" aria-hidden="true">
                {t(kind)}
              </div>
              {ofKind.map(({ hit, index }) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keyboard
                // biome-ignore lint/a11y/useFocusableInteractive: the field refers to it by aria-activedescendant
                <div
                  key={hit.id}
                  id={optionId(index)}
                  role="option"
                  aria-selected={optionId(index) === active}
                  className="search-hit"
                  onMouseMove={() => setChosen(index)}
                  onClick={() => open(hit)}
                >
                  <span aria-hidden="true">{ICONS[kind]}</span>
                  <span className="search-name">{hit.name}</span>
                  {hit.partyName && <span className="t-soft">{hit.partyName}</span>}
                </div>
              ))}
            </div>
          )
        })}
      </div>
      <p className="t-soft t-wide-only">{t('hint')}</p>
    </div>
  )

  function status(): string {
    if (wanted === '') return t('begin')
    if (isWaiting) return t('searching')
    if (found.error) return ''
    return hits.length > 0 ? t('found', { count: hits.length }) : t('nothing', { text })
  }
}

/** Returns the page of a result. Another party has no page, so the link leads to the datasets that it shares. */
function pathOf({ kind, id }: SearchHit, ownPartyId: string | undefined): string {
  switch (kind) {
    case 'task':
      return paths.task(id)
    case 'dataset':
      return paths.dataset(id)
    case 'model':
      return paths.model(id)
    case 'algorithm':
      return paths.algorithm(id)
    case 'party':
      return id === ownPartyId ? paths.party() : paths.dataPool({ party: id })
  }
}
