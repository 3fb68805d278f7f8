import type { Scores } from '@tessera/contract'
import { shareOf } from '@tessera/contract'

/** Scores for tests: 34 of 114 rows are cancers, three of which the model missed. */
const own = [1, 2, 11, 20]
const others = [60, 18, 2, 0]
const auc = { value: 0.985, rows: 114, low: 0.96, high: 0.998, error: 0.0004 }
const group = (above: number, predicted: number, count: number, rows: number) => {
  const observed = shareOf(count, rows)
  return observed ? [{ above, upto: above + 0.1, predicted, error: 0.005, observed }] : []
}

export const tumourScores: Scores = {
  rows: 114,
  metrics: {
    accuracy: { value: 109 / 114, rows: 114, low: 0.902, high: 0.981 },
    recall: { value: 0.9433, rows: 114, low: 0.89, high: 0.98 },
    brier: { value: 0.031, rows: 114, low: 0.012, high: 0.05 },
    auc,
  },
  classes: [
    {
      class: 'benign',
      sensitivity: shareOf(78, 80),
      specificity: shareOf(31, 34),
      ppv: shareOf(78, 81),
      npv: shareOf(31, 33),
    },
    {
      class: 'malignant',
      sensitivity: shareOf(31, 34),
      specificity: shareOf(78, 80),
      ppv: shareOf(31, 33),
      npv: shareOf(78, 81),
    },
  ],
  curves: [
    {
      class: 'benign',
      edges: [0.1, 0.5, 0.8],
      own: [0, 2, 18, 60],
      others: [20, 11, 2, 1],
      auc,
      calibration: [],
    },
    {
      class: 'malignant',
      edges: [0.2, 0.5, 0.9],
      own,
      others,
      auc,
      calibration: [...group(0, 0.03, 1, 61), ...group(0.3, 0.36, 2, 20), ...group(0.9, 0.97, 31, 33)],
    },
  ],
}

/** Scores of boxes of two classes, of which the data contain only one. */
export const farmScores: Scores = {
  rows: 40,
  metrics: {
    map50: { value: 0.75, rows: 40, low: 0.6, high: 0.85, error: 0.004 },
    box_recall: { value: 31 / 34, rows: 34, low: 0.77, high: 0.97 },
  },
  boxes: [
    {
      type: 'cat',
      precision: shareOf(31, 48),
      recall: shareOf(31, 40),
      found: 31,
      missed: 9,
      falseAlarms: 17,
      ap50: { value: 0.75, rows: 40, low: 0.6, high: 0.85, error: 0.004 },
      curve: [
        { score: 0.05, recall: 0.9, precision: 0.25 },
        { score: 0.3, recall: 0.775, precision: 31 / 48 },
        { score: 0.62, recall: 0.5, precision: 0.9 },
      ],
    },
    {
      type: 'dog',
      precision: null,
      recall: null,
      ap50: null,
      found: null,
      missed: null,
      falseAlarms: 0,
      curve: [],
    },
  ],
}
