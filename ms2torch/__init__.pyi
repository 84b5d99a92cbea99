"""What `mindspore` exports, and where it lives; read at run time by `ms2torch._lazy`."""

from . import (
    _c_expression as _c_expression,
    _checkparam as _checkparam,
    _extends as _extends,
    amp as amp,
    boost as boost,
    common as common,
    communication as communication,
    context as context,
    dataset as dataset,
    device_context as device_context,
    experimental as experimental,
    hal as hal,
    log as log,
    mindrecord as mindrecord,
    mint as mint,
    multiprocessing as multiprocessing,
    nn as nn,
    numpy as numpy,
    onnx as onnx,
    ops as ops,
    parallel as parallel,
    profiler as profiler,
    rewrite as rewrite,
    runtime as runtime,
    safeguard as safeguard,
    scipy as scipy,
    train as train,
    utils as utils,
    version as version,
)
from ._core.dtype import (
    Int as Int,
    TensorType as TensorType,
    Type as Type,
    bfloat16 as bfloat16,
    bool as bool,
    bool_ as bool_,
    byte as byte,
    cdouble as cdouble,
    cfloat as cfloat,
    complex64 as complex64,
    complex128 as complex128,
    double as double,
    dtype_to_nptype as dtype_to_nptype,
    dtype_to_pytype as dtype_to_pytype,
    float8_e4m3fn as float8_e4m3fn,
    float8_e5m2 as float8_e5m2,
    float16 as float16,
    float32 as float,
    float32 as float32,
    float64 as float64,
    float_ as float_,
    get_py_obj_dtype as get_py_obj_dtype,
    half as half,
    int8 as int8,
    int16 as int16,
    int32 as int,
    int32 as int32,
    int64 as int64,
    int_ as int_,
    intc as intc,
    intp as intp,
    list_ as list_,
    long as long,
    number as number,
    pytype_to_dtype as pytype_to_dtype,
    qint4x2 as qint4x2,
    short as short,
    single as single,
    string as string,
    tensor_type as tensor_type,
    tuple_ as tuple_,
    type_none as type_none,
    ubyte as ubyte,
    uint as uint,
    uint8 as uint8,
    uint16 as uint16,
    uint32 as uint32,
    uint64 as uint64,
    uintc as uintc,
    uintp as uintp,
    ushort as ushort,
)
from ._core.generator import (
    Generator as Generator,
    default_generator as default_generator,
    get_rng_state as get_rng_state,
    initial_seed as initial_seed,
    manual_seed as manual_seed,
    seed as seed,
    set_rng_state as set_rng_state,
)
from ._core.seed import get_seed as get_seed, set_seed as set_seed
from ._core.sparse_tensor import (
    COOTensor as COOTensor,
    CSRTensor as CSRTensor,
    RowTensor as RowTensor,
    SparseTensor as SparseTensor,
)
from ._core.storage import UntypedStorage as UntypedStorage
from ._hook import (
    install as install,
    uninstall as uninstall,
)
from .autodiff.grad import (
    get_grad as get_grad,
    grad as grad,
    jacfwd as jacfwd,
    jacrev as jacrev,
    jvp as jvp,
    value_and_grad as value_and_grad,
    vjp as vjp,
)
from .autodiff.vmap import vmap as vmap
from .common import dtype as dtype
from .common._grad_function import (
    _Function as _Function,
)
from .common.api import (
    JitConfig as JitConfig,
    _no_grad as _no_grad,
    flops_collection as flops_collection,
    jit as jit,
    jit_class as jit_class,
    ms_memory_recycle as ms_memory_recycle,
    mutable as mutable,
)
from .common.graph_marks import (
    Symbol as Symbol,
    enable_dynamic as enable_dynamic,
    lazy_inline as lazy_inline,
    no_inline as no_inline,
    set_recursion_limit as set_recursion_limit,
)
from .common.parameter import (
    Parameter as Parameter,
    ParameterTuple as ParameterTuple,
)
from .common.quant_dtype import QuantDtype as QuantDtype
from .common.recompute import (
    recompute as recompute,
)
from .common.saved_tensors import (
    register_saved_tensors_hooks as register_saved_tensors_hooks,
    saved_tensors_hooks as saved_tensors_hooks,
)
from .common.tensor import (
    Tensor as Tensor,
    tensor as tensor,
)
from .common.tensor_tools import (
    from_dlpack as from_dlpack,
    from_numpy as from_numpy,
    frombuffer as frombuffer,
    is_tensor as is_tensor,
    swap_tensors as swap_tensors,
    to_dlpack as to_dlpack,
)
from .context import (
    COMPATIBLE as COMPATIBLE,
    GRAPH_MODE as GRAPH_MODE,
    LAX as LAX,
    PYNATIVE_MODE as PYNATIVE_MODE,
    STRICT as STRICT,
    ParallelMode as ParallelMode,
    get_auto_parallel_context as get_auto_parallel_context,
    get_context as get_context,
    get_ps_context as get_ps_context,
    reset_auto_parallel_context as reset_auto_parallel_context,
    reset_ps_context as reset_ps_context,
    run_on as run_on,
    set_auto_parallel_context as set_auto_parallel_context,
    set_context as set_context,
    set_ps_context as set_ps_context,
)
from .device_manager import (
    get_current_device as get_current_device,
    set_deterministic as set_deterministic,
    set_device as set_device,
)
from .log import (
    get_level as get_level,
    get_log_config as get_log_config,
)
from .mindrecord import (
    FAILED as FAILED,
    SUCCESS as SUCCESS,
    Cifar10ToMR as Cifar10ToMR,
    Cifar100ToMR as Cifar100ToMR,
    CsvToMR as CsvToMR,
    FileReader as FileReader,
    FileWriter as FileWriter,
    ImageNetToMR as ImageNetToMR,
    MindPage as MindPage,
    MnistToMR as MnistToMR,
    TFRecordToMR as TFRecordToMR,
    set_dec_mode as set_dec_mode,
    set_enc_key as set_enc_key,
    set_enc_mode as set_enc_mode,
)
from .nn._torch_view import as_torch as as_torch
from .ops.primitive import (
    constexpr as constexpr,
)
from .parallel import (
    Layout as Layout,
    get_algo_parameters as get_algo_parameters,
    load_distributed_checkpoint as load_distributed_checkpoint,
    load_segmented_checkpoints as load_segmented_checkpoints,
    merge_pipeline_strategys as merge_pipeline_strategys,
    parameter_broadcast as parameter_broadcast,
    rank_list_for_transform as rank_list_for_transform,
    reset_algo_parameters as reset_algo_parameters,
    set_algo_parameters as set_algo_parameters,
    shard as shard,
    sync_pipeline_shared_parameters as sync_pipeline_shared_parameters,
    transform_checkpoint_by_rank as transform_checkpoint_by_rank,
    transform_checkpoints as transform_checkpoints,
    unified_safetensors as unified_safetensors,
)
from .profiler import (
    Profiler as Profiler,
)
from .run_check import (
    run_check as run_check,
)
from .runtime import (
    Event as Event,
    Stream as Stream,
    StreamCtx as StreamCtx,
    communication_stream as communication_stream,
    current_stream as current_stream,
    default_stream as default_stream,
    dispatch_threads_num as dispatch_threads_num,
    empty_cache as empty_cache,
    launch_blocking as launch_blocking,
    max_memory_allocated as max_memory_allocated,
    max_memory_reserved as max_memory_reserved,
    memory_allocated as memory_allocated,
    memory_replay as memory_replay,
    memory_reserved as memory_reserved,
    memory_stats as memory_stats,
    memory_summary as memory_summary,
    reset_max_memory_allocated as reset_max_memory_allocated,
    reset_max_memory_reserved as reset_max_memory_reserved,
    reset_peak_memory_stats as reset_peak_memory_stats,
    set_cpu_affinity as set_cpu_affinity,
    set_cur_stream as set_cur_stream,
    set_kernel_launch_capture as set_kernel_launch_capture,
    set_kernel_launch_group as set_kernel_launch_group,
    set_memory as set_memory,
    synchronize as synchronize,
)
from .train import (
    BackupAndRestore as BackupAndRestore,
    ConvertModelUtils as ConvertModelUtils,
    ConvertNetUtils as ConvertNetUtils,
    DatasetHelper as DatasetHelper,
    FlopsUtilizationCollector as FlopsUtilizationCollector,
    HausdorffDistance as HausdorffDistance,
    MeanSurfaceDistance as MeanSurfaceDistance,
    Model as Model,
    OcclusionSensitivity as OcclusionSensitivity,
    OnRequestExit as OnRequestExit,
    RootMeanSquareDistance as RootMeanSquareDistance,
    SummaryCollector as SummaryCollector,
    SummaryLandscape as SummaryLandscape,
    TrainFaultTolerance as TrainFaultTolerance,
    async_ckpt_thread_status as async_ckpt_thread_status,
    connect_network_with_dataset as connect_network_with_dataset,
    data_sink as data_sink,
    load_checkpoint as load_checkpoint,
    load_checkpoint_async as load_checkpoint_async,
    load_param_into_net as load_param_into_net,
    save_checkpoint as save_checkpoint,
)
from .train.amp import build_train_network as build_train_network
from .train.callback import (
    Callback as Callback,
    CheckpointConfig as CheckpointConfig,
    EarlyStopping as EarlyStopping,
    History as History,
    LambdaCallback as LambdaCallback,
    LearningRateScheduler as LearningRateScheduler,
    LossMonitor as LossMonitor,
    ModelCheckpoint as ModelCheckpoint,
    ReduceLROnPlateau as ReduceLROnPlateau,
    RunContext as RunContext,
    TimeMonitor as TimeMonitor,
)
from .train.loss_scale_manager import (
    DynamicLossScaleManager as DynamicLossScaleManager,
    FixedLossScaleManager as FixedLossScaleManager,
    LossScaleManager as LossScaleManager,
)
from .train.metrics import (
    F1 as F1,
    MAE as MAE,
    MSE as MSE,
    ROC as ROC,
    Accuracy as Accuracy,
    BleuScore as BleuScore,
    ConfusionMatrix as ConfusionMatrix,
    ConfusionMatrixMetric as ConfusionMatrixMetric,
    CosineSimilarity as CosineSimilarity,
    Dice as Dice,
    Fbeta as Fbeta,
    Loss as Loss,
    Metric as Metric,
    Perplexity as Perplexity,
    Precision as Precision,
    Recall as Recall,
    Top1CategoricalAccuracy as Top1CategoricalAccuracy,
    Top5CategoricalAccuracy as Top5CategoricalAccuracy,
    TopKCategoricalAccuracy as TopKCategoricalAccuracy,
    auc as auc,
    get_metric_fn as get_metric_fn,
    names as names,
    rearrange_inputs as rearrange_inputs,
)
from .train.summary.summary_record import SummaryRecord as SummaryRecord

__version__: str
from ._device_block import DeviceCtx as DeviceCtx
from .nn._dump import (
    set_dump as set_dump,
)
from .safeguard import (
    load_obf_params_into_net as load_obf_params_into_net,
    obfuscate_ckpt as obfuscate_ckpt,
)
from .train._export import (
    load_mindir as load_mindir,
    save_mindir as save_mindir,
)
from .train.serialization import (
    build_searched_strategy as build_searched_strategy,
    ckpt_to_safetensors as ckpt_to_safetensors,
    export as export,
    export_split_mindir as export_split_mindir,
    get_ckpt_path_with_strategy as get_ckpt_path_with_strategy,
    load as load,
    merge_sliced_parameter as merge_sliced_parameter,
    restore_group_info_list as restore_group_info_list,
    safetensors_to_ckpt as safetensors_to_ckpt,
)
from .utils.sdc_detect import (
    get_sdc_detect_result as get_sdc_detect_result,
    sdc_detect_start as sdc_detect_start,
    sdc_detect_stop as sdc_detect_stop,
)
from .utils.stress_detect import stress_detect as stress_detect
