#!/usr/bin/env bash
# A real model on real questions, on a CPU: the six conditions of JMMLU in the cloze format, one-shot, and the report.
#   examples/real_model.sh MODEL_DIRECTORY DOCUMENTS RESULTS
# Set TYPO_DATA_JMMLU to a folder of JMMLU's CSV files, or let the data come from the hub.
set -euo pipefail
model=$1 documents=$2 results=$3

tasks=$(printf 'jmmlu_typo_%s_cloze,' original transposition replacement homophone ime fullwidth)
typo-eval --model hf --model_args "pretrained=$model,dtype=float32" --device cpu --batch_size 4 \
  --tasks "${tasks%,}" --num_fewshot 1 --metadata "typo_n=$documents" --log_samples --output_path "$results"
typo-eval report "$results"
