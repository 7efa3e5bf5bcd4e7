#!/usr/bin/env bash
# A small real model on a CPU: one study, and its report. Started again after it was ended, it goes on where it was.
#
#   bash examples/real_model.sh STUDY MODEL_FOLDER RESULTS
#
# STUDY      jademo, jcommonsenseqa or jmmlu (six conditions, cloze, one example), xnli (French, three factors and levels
#            with their twins, no examples) or mgsm (English, rates 0 and 40 %, written answers, three examples)
# DOCUMENTS  documents a condition, of xnli a factor (64)
# THREADS    of the processor (all); 1 is fastest where others use it too
#
# Data come from the hub unless TYPO_DATA_... names local ones; see docs/howto/real-model.md.
set -euo pipefail

study=$1 model=$2 out=$3
here=$(dirname "$0")
[[ -z ${THREADS:-} ]] || export OMP_NUM_THREADS=$THREADS

batch=1 shown=()
case $study in
  jademo | jcommonsenseqa | jmmlu) chosen=("$here/cloze.toml" --only "${study}_*") ;;
  xnli)
    chosen=(french --realistic --only 'fr_xnli_*')
    shown=(--hold-out 0.25) # a quarter of the documents for the temperature
    ;;
  mgsm)
    chosen=(multypo --realistic --only 'mgsm_native_cot_en_typo_r00,mgsm_native_cot_en_typo_r40' --gen_kwargs max_gen_toks=128)
    batch=4
    ;;
  *) echo "There is no study $study here." >&2 && exit 2 ;;
esac

# With one prompt a batch nothing is padded: equal prompts of two conditions have equal answers, to the last digit.
typo-eval paper "${chosen[@]}" --model hf --model_args "pretrained=$model,dtype=bfloat16" --device cpu \
  --batch_size "$batch" --metadata "typo_n=${DOCUMENTS:-64}" --out "$out"
typo-eval report ${shown[@]+"${shown[@]}"} "$out"
