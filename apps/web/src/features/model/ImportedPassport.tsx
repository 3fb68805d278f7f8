import type { ImportedFile, Model, ModelCard } from '@tessera/contract'
import { useFormat } from '../../lib/format.ts'
import { usePhrases } from '../../lib/i18n.ts'
import { Facts } from '../../ui/index.ts'
import styles from './model.module.css'
import { Chips, Hash, Part } from './PassportParts.tsx'
import { phrases } from './phrases.ts'

interface Props {
  model: Model
  card: ModelCard
  /** The party that uploaded it. */
  by: string
  imported: ImportedFile
}

/** What is known of a model that was not trained here: its file, and what its party says that it takes and gives. */
export function ImportedPassport({ model, card: { label, columns, output }, by, imported }: Props) {
  const t = usePhrases(phrases)
  const format = useFormat()
  return (
    <div className={styles.passport}>
      <Facts
        items={[
          { term: t('imported.by'), value: by },
          { term: t('imported.file'), value: imported.fileName },
          { term: t('imported.size'), value: format.size(imported.bytes) },
          { term: t('passport.updated'), value: format.dateTime(model.updateTime) },
        ]}
      />
      <Part title={t('imported.hash')}>
        <Hash text={imported.sha256} />
      </Part>
      <Part title={t('passport.label')}>
        <Chips values={[label]} />
      </Part>
      {output.kind === 'classes' && (
        <Part title={t('imported.classes')}>
          <Chips values={output.classes.map(String)} />
        </Part>
      )}
      <Part title={t('passport.columns')}>
        <Chips values={columns} />
      </Part>
    </div>
  )
}
