import { classNameOf, dataKindOf, type HeldDataset, MIN_ROWS_NAMED, MIN_ROWS_OF_CLASS } from '@tessera/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { useKindName } from '../../kinds/use-kind-name.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { useRowsWords } from '../../lib/rows-words.ts'
import { CheckList, ErrorNote } from '../../ui/index.ts'
import { ConfirmButton } from '../confirm/ConfirmButton.tsx'
import { ClassesNote } from './ClassesNote.tsx'
import { type Asked, hasManyClasses, type LabelClass, startingClasses } from './classes.ts'
import { classesPhrases } from './phrases.ts'

export interface Saved {
  classes: string[]
  /** Whether the selected classes differ from the offered ones. */
  isChanged: boolean
  /** The classes whose names the user discloses. Empty if classes are only left out. */
  named: string[]
}

interface Props {
  request: Asked
  dataset: HeldDataset
  classes: LabelClass[]
  saving: Saved | null
  error: unknown
  onSave: (saved: Saved) => void
}

/** Selects classes and shows the effect of the selection. */
export function ClassesForm({ request, dataset, classes, saving, error, onSave }: Props) {
  const t = usePhrases(classesPhrases)
  const nameOf = useKindName()
  const words = useRowsWords(dataset.contentType)
  const { label, isInitiator, canName, isSigned, named, rows } = request
  const [chosen, setChosen] = useState(() => startingClasses(classes, named))
  const taking = classes.filter(({ name }) => chosen.has(name))
  // A party does not disclose the name of a class with fewer than MIN_ROWS_NAMED rows. Such a class can be used only if
  // another party discloses it.
  const nameable = taking.filter(({ count }) => count >= MIN_ROWS_NAMED)
  const canNarrow = !dataKindOf(dataset.contentType).isOfferedWhole
  const isChanged = canNarrow && classes.some(({ name, isLeftOut = false }) => chosen.has(name) === isLeftOut)
  const submit = (isNaming: boolean) =>
    onSave({
      classes: taking.map(({ name }) => name),
      named: isNaming ? nameable.map(({ name }) => name) : [],
      isChanged,
    })

  return (
    <div className="t-stack">
      <CheckList
        legend={t('classes.legend', { label })}
        allText={t('classes.all')}
        chosenText={(count) => t('classes.chosen', { count })}
        searchText={t('classes.search')}
        items={classes.map(({ name, count, isLeftOut }) => {
          const { initiator } = named
          const isForeign = !isInitiator && initiator.length > 0 && !initiator.includes(classNameOf(name))
          const over = rows.find((one) => one.name === classNameOf(name))
          const notes = [
            words.count(count),
            over && over.rows > 0 && t('classes.over', { rows: words.count(over.rows) }),
            over?.thin && t(`classes.thin.${over.thin}`, { few: MIN_ROWS_OF_CLASS }),
            isLeftOut && t('classes.leftOut'),
            count < MIN_ROWS_NAMED && t('classes.rare', { rows: words.many }),
            isForeign && t('classes.foreign'),
          ]
          return { name, note: notes.filter(Boolean).join(' · ') }
        })}
        chosen={chosen}
        onChange={setChosen}
        disabled={!canNarrow}
      />
      {!canNarrow && <p className="t-soft">{t('classes.whole', { kind: nameOf(dataset.contentType) })}</p>}
      {canNarrow && taking.length > 0 && (
        <ClassesNote
          classes={classes}
          taking={taking}
          dataset={dataset}
          hasMany={hasManyClasses(dataset, label)}
          isChanged={isChanged}
          isSigned={isSigned}
        />
      )}
      {taking.length === 0 && (
        <p role="alert" className="own-problem">
          {t('classes.needOne')}
        </p>
      )}
      <ErrorNote error={error} />
      {canName ? (
        <div className="t-row">
          <ConfirmButton
            type="primary"
            label={t('classes.name')}
            disabled={nameable.length === 0}
            loading={saving !== null && saving.named.length > 0}
            question={{
              about: 'classes',
              label,
              names: nameable.map(({ name }) => name),
              contentType: dataset.contentType,
            }}
            onYes={() => submit(true)}
          />
          <span className="t-soft own-beside">{t('classes.name.visible', { rows: words.many })}</span>
        </div>
      ) : (
        !isInitiator && <p className="t-soft">{t('classes.unnamed')}</p>
      )}
      {canNarrow && named.own.length === 0 && (isInitiator || !canName) && (
        <div className="t-row">
          <Button
            disabled={!isChanged || taking.length === 0}
            loading={saving !== null && saving.named.length === 0}
            onClick={() => submit(false)}
          >
            {t('classes.narrow')}
          </Button>
          <span className="t-soft own-beside">{t('classes.narrow.help')}</span>
        </div>
      )}
    </div>
  )
}
