#!/usr/bin/env bash
# Run a whole study through vLLM, and make the report. Started again after it was ended, it goes on where it was.
#
#   MODEL=org/name STUDY=japanese bash examples/study_on_gpus.sh [further options of typo-eval paper]
#
# TENSOR   over how many GPUs one copy of the model is split (1)
# DATA     how many copies answer side by side, each on TENSOR GPUs (1)
# LENGTH   longest prompt with its answer, in tokens (8192)
# OUT      folder for the results (results/STUDY/MODEL)
set -euo pipefail

: "${MODEL:?set MODEL to a model on the hub or a folder}"
study=${STUDY:-japanese}
out=${OUT:-results/$study/${MODEL//\//__}}
arguments="pretrained=$MODEL,dtype=auto,max_model_len=${LENGTH:-8192},gpu_memory_utilization=0.9"
arguments+=",tensor_parallel_size=${TENSOR:-1},data_parallel_size=${DATA:-1}"

typo-eval paper "$study" --model vllm --model_args "$arguments" --batch_size auto --out "$out" "$@"
typo-eval report "$out"
